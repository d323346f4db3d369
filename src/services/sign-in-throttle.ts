/**
 * How often one may fail to sign in. Attempts are counted in the database, so that it holds over nodes and restarts, and each
 * is counted before it is tried: of a hundred that come at once, none gets past. One that succeeds is taken back.
 */
import { countAttempt, deleteAttemptsBefore, takeBackAttempt } from '../db/sign-in-attempts.ts';
import { emailKeyOf } from '../emails.ts';
import { AppError } from '../errors.ts';
import { networkOf } from '../network-address.ts';
import { sealed } from '../secret.ts';
import { MINUTE_MS } from '../time/units.ts';
import type { Services } from './services.ts';

const WINDOW_MS = 15 * MINUTE_MS;

/** Someone who has forgotten their password does not try more often; whoever guesses gets nowhere with it. */
const FOR_EMAIL_FROM_ADDRESS = 5;
/** Whoever guesses from many addresses. They can lock the email's owner out for the rest of the window, not longer. */
const FOR_EMAIL = 30;
/** An office behind one address, with some who mistype. */
const FROM_ADDRESS = 30;

export interface Attempt {
  readonly address: string;
  /** Absent where nobody is named: with a link. */
  readonly email?: string;
}

/** Tries, unless too many have failed. What gives undefined has failed; what throws, for whatever reason, counts too. */
export async function withinAttempts<T>(
  services: Services,
  attempt: Attempt,
  tryIt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const windowStart = Math.floor(services.clock.now() / WINDOW_MS) * WINDOW_MS;
  const counters = countersOf(services, attempt).map((counter) => ({ ...counter, windowStart }));
  await count(services, counters);
  const result = await tryIt();
  if (result !== undefined) await takeBack(services, counters);
  return result;
}

interface Counter {
  readonly bucket: string;
  readonly limit: number;
  readonly windowStart: number;
}

/** An attempt that is refused is not counted: one address alone cannot use up what an email has from all. */
async function count({ db, clock }: Services, counters: readonly Counter[]): Promise<void> {
  // READ COMMITTED: the statement itself counts and returns the count, so concurrent attempts wait for each other and lose nothing.
  await db.queueTransaction(async (tx) => {
    for (const { bucket, limit, windowStart } of counters) {
      const counted = await tx.first(countAttempt, { bucket, windowStart });
      if (counted?.count === 1) await tx.run(deleteAttemptsBefore, { windowStart });
      if (counted !== undefined && counted.count > limit) throw tooMany(windowStart + WINDOW_MS - clock.now());
    }
  });
}

async function takeBack({ db }: Services, counters: readonly Counter[]): Promise<void> {
  await db.queueTransaction(async (tx) => {
    for (const { bucket, windowStart } of counters) await tx.run(takeBackAttempt, { bucket, windowStart });
  });
}

/** Always in this order, so that two who count never wait for each other. */
function countersOf({ secret }: Services, { address, email }: Attempt): Omit<Counter, 'windowStart'>[] {
  const bucket = (...parts: string[]) => sealed(secret, 'attempt', JSON.stringify(parts));
  const network = networkOf(address);
  const byAddress = { bucket: bucket('address', network), limit: FROM_ADDRESS };
  if (email === undefined) return [byAddress];
  const key = emailKeyOf(email);
  return [
    { bucket: bucket('email and address', key, network), limit: FOR_EMAIL_FROM_ADDRESS },
    { bucket: bucket('email', key), limit: FOR_EMAIL },
    byAddress,
  ];
}

function tooMany(waitMs: number): AppError {
  const retryAfterS = Math.max(1, Math.ceil(waitMs / 1000));
  const minutes = Math.ceil(retryAfterS / 60);
  return new AppError(
    'too_many_requests',
    `Too many attempts have failed: wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retryAfterS },
  );
}
