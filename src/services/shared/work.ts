/**
 * Rules BUD-1 to BUD-3: a request that computes many shifts works in slices, so that others are served in between.
 *
 *   cheap → expensive   after `EXPENSIVE` shifts; it then needs one of the two places of its user
 *   expensive → waiting while others of the same user have both places; too many of them: 429
 *   any → stopped       at the next slice, if the caller has gone, the time is up or the budget is used
 *
 * All slices of a process take turns: see turns.ts.
 */

import { isInsideTransaction } from '../../db/driver/shared-transaction.ts';
import { AppError } from '../../errors.ts';
import type { UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import { counters } from '../../process/counters.ts';
import { nextTurn } from './turns.ts';

/** About 5 ms. With slices of 25 ms the 99th percentile of other requests is 90 ms, with these 18 ms. */
const SHIFTS_PER_SLICE = 5_000;
const SLICE_MS = 5;
/** Before its first turn. Small requests do not wait; many large ones that arrive at once do not all compute a slice in the same turn. */
const SHIFTS_AT_ONCE = 500;
/** Reading the clock costs as much as computing a shift. */
const SHIFTS_PER_CLOCK_READING = 64;

export const MAX_SHIFTS = 1_000_000;
export const MAX_PEOPLE = 50_000;
export const EXPENSIVE = 10_000;
export const MAX_AT_WORK = 2;
export const MAX_WAITING = 20;
const WORK_MS = 24_000;
/** Rule BUD-4. */
export const MAX_ANSWER_BYTES = 10_000_000;
const RETRY_AFTER_S = 5;

export type Asker = Pick<Caller, 'userId' | 'hasLeft' | 'afterAnswer' | 'workMs'>;

export interface WorkOptions {
  /** A sentence for a caller whose request is refused: what to ask for instead. */
  readonly narrow: string;
  /** Without a limit of shifts. */
  readonly isUnlimited?: boolean;
}

/** Thrown into the work of a caller who has gone: nobody sees it. */
export class CallerLeft extends Error {
  override readonly name = 'CallerLeft';
}

export function callerLeft(): CallerLeft {
  counters.work.abandoned += 1;
  return new CallerLeft('the caller has gone');
}

/** The work of one request. `using` gives its place to the next one at the end. */
export class Work implements Disposable {
  readonly #asker: Asker;
  readonly #options: WorkOptions;
  readonly #workMs: number;
  readonly #giveUpAt: number;
  /** Inside a transaction nothing pauses: the work must be small. */
  readonly isInTransaction = isInsideTransaction();
  #shifts = 0;
  #people = 0;
  #inSlice = SHIFTS_PER_SLICE - SHIFTS_AT_ONCE;
  #readClockAt = SHIFTS_PER_SLICE;
  #sliceStart = performance.now();
  #hasPlace = false;
  /** Parts of the work that run at the same time take one place together. */
  #takingPlace: Promise<void> | undefined;

  constructor(asker: Asker, options: WorkOptions) {
    this.#asker = asker;
    this.#options = options;
    this.#workMs = asker.workMs ?? WORK_MS;
    this.#giveUpAt = performance.now() + this.#workMs;
  }

  /** Counts computed shifts. If it returns true, call `turn` before the next one. */
  isDue(shifts = 1): boolean {
    this.#shifts += shifts;
    if (this.#shifts > MAX_SHIFTS && !this.#options.isUnlimited) throw this.#tooMuch(MAX_SHIFTS, 'shifts');
    return this.isDueAfter(shifts);
  }

  /** The same after steps of other work, each of which takes as long as computing a shift. They are not part of the budget. */
  isDueAfter(steps: number): boolean {
    this.#inSlice += steps;
    if (this.isInTransaction) return false;
    if (this.#inSlice >= SHIFTS_PER_SLICE) return true;
    if (this.#inSlice < this.#readClockAt) return false;
    this.#readClockAt = this.#inSlice + SHIFTS_PER_CLOCK_READING;
    return performance.now() - this.#sliceStart >= SLICE_MS;
  }

  /** Inside a transaction, where nothing pauses: this work has computed a slice of shifts, and must compute no more. */
  get isUsedUp(): boolean {
    return this.isInTransaction && this.#shifts >= SHIFTS_PER_SLICE;
  }

  /** Before the work: throws if at least this many shifts have to be computed and that is too many, and waits for a place if it is expensive. */
  async expect(shifts: number): Promise<void> {
    if (this.#shifts + shifts > MAX_SHIFTS && !this.#options.isUnlimited) throw this.#tooMuch(MAX_SHIFTS, 'shifts');
    if (this.#shifts + shifts <= EXPENSIVE) return;
    await this.#needPlace();
    await this.turn();
  }

  /** Counts people that the response presents, each time that it does. */
  present(people: number): void {
    this.#people += people;
    if (this.#people > MAX_PEOPLE) throw this.#tooMuch(MAX_PEOPLE, 'people');
  }

  /** Lets others work, and throws if this work is to stop. */
  async turn(): Promise<void> {
    if (isInsideTransaction()) throw new Error('work inside a transaction must not pause');
    if (this.#shifts > EXPENSIVE) await this.#needPlace();
    await nextTurn(this.#asker.userId);
    this.#requireWanted();
    this.#inSlice = 0;
    this.#readClockAt = SHIFTS_PER_CLOCK_READING;
    this.#sliceStart = performance.now();
  }

  [Symbol.dispose](): void {
    if (!this.#hasPlace) return;
    this.#hasPlace = false;
    const { userId, afterAnswer } = this.#asker;
    // A large answer stays in memory until it is written, and keeps its place until then.
    if (afterAnswer === undefined) leavePlace(userId);
    else afterAnswer(() => leavePlace(userId));
  }

  #needPlace(): Promise<void> {
    this.#takingPlace ??= this.#takePlace();
    return this.#takingPlace;
  }

  async #takePlace(): Promise<void> {
    this.#hasPlace = await takePlace(this.#asker, this.#giveUpAt);
    if (this.#asker.hasLeft?.()) throw callerLeft();
    if (!this.#hasPlace) throw crowded(`expensive requests of yours took ${this.#workMs / 1000} seconds`);
  }

  #requireWanted(): void {
    if (this.#asker.hasLeft?.()) throw callerLeft();
    if (performance.now() < this.#giveUpAt) return;
    counters.work.late += 1;
    throw new AppError(
      'service_unavailable',
      `The request took longer than ${this.#workMs / 1000} seconds. ${this.#options.narrow}`,
    );
  }

  #tooMuch(most: number, what: string): AppError {
    counters.work.refused += 1;
    return new AppError(
      'too_much_work',
      `The request is about more than ${most.toLocaleString('en')} ${what}. ${this.#options.narrow}`,
    );
  }
}

/** How many expensive requests of one user are at work, and which wait. */
interface Places {
  taken: number;
  waiting: Waiting[];
}

interface Waiting {
  readonly asker: Asker;
  /** Ends the wait, with a place or without. */
  readonly end: (hasPlace: boolean) => void;
}

const placesOf = new Map<UserId, Places>();

/** Resolves to false if the time is up, or the caller has gone, before a place is free. */
async function takePlace(asker: Asker, giveUpAt: number): Promise<boolean> {
  const places = placesOf.get(asker.userId) ?? { taken: 0, waiting: [] };
  placesOf.set(asker.userId, places);
  if (places.taken < MAX_AT_WORK) {
    places.taken += 1;
    return true;
  }
  for (const { asker, end } of places.waiting) if (asker.hasLeft?.()) end(false);
  if (places.waiting.length >= MAX_WAITING) {
    throw crowded(`${MAX_AT_WORK} expensive requests of yours are at work, and ${MAX_WAITING} wait`);
  }
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => waiting.end(false), giveUpAt - performance.now());
  const waiting: Waiting = {
    asker,
    end(hasPlace) {
      clearTimeout(timer);
      places.waiting = places.waiting.filter((other) => other !== waiting);
      resolve(hasPlace);
    },
  };
  places.waiting.push(waiting);
  return promise;
}

function crowded(why: string): AppError {
  counters.work.crowded += 1;
  return new AppError('too_many_requests', `Send fewer requests at once: ${why}.`, { retryAfterS: RETRY_AFTER_S });
}

function leavePlace(userId: UserId): void {
  const places = placesOf.get(userId);
  const [next] = places?.waiting ?? [];
  // The next one takes over the place.
  if (next !== undefined) next.end(true);
  else if (places !== undefined && places.taken > 1) places.taken -= 1;
  else placesOf.delete(userId);
}
