/**
 * Limits failed sign-ins. Attempts are counted in the database, so that the limit holds across nodes and restarts. Each attempt is counted
 * before it is tried, so concurrent attempts cannot get past the limit; a successful one is not counted.
 */
import { countAttempt, deleteAttemptsBefore, takeBackAttempt } from '../../db/sign-in/sign-in-attempts.ts';
import { AppError } from '../../errors.ts';
import { networkOf } from '../../network/network-address.ts';
import { sealed } from '../../secrets/installation-secret.ts';
import { emailKeyOf } from '../../text/emails.ts';
import type { Services } from '../shared/services.ts';
import { ATTEMPT_WINDOW_MS, attemptWindowAt } from './attempt-windows.ts';
import { auditFailedSignIn, type FailedSignIn, logFailedSignIn } from './failed-sign-ins.ts';

/** Enough for a user who has forgotten their password, too few to guess one. */
const FOR_EMAIL_FROM_ADDRESS = 5;
/** Against guessing from many addresses. An attacker can lock the user out, but only for the rest of the window. */
const FOR_EMAIL = 30;
/** Enough for an office behind one address. */
const FROM_ADDRESS = 30;

/** Limit of requests for a new password, so that nobody's mailbox is flooded. */
const REQUESTS_FOR_EMAIL = 3;
const REQUESTS_FROM_ADDRESS = 10;

export interface Attempt {
  readonly by: 'password' | 'link';
  readonly address: string;
  /** Absent for links, which name nobody. */
  readonly email?: string;
}

/** Runs `tryIt`, unless too many have failed. Undefined is a failure, and is logged; an error counts too. */
export async function withAttemptLimit<T>(
  services: Services,
  attempt: Attempt,
  tryIt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const windowStart = attemptWindowAt(services.clock.now());
  const counters = countersOf(services, attempt).map((counter) => ({ ...counter, windowStart }));
  const exceeded = await count(services, counters);
  if (exceeded !== undefined) {
    await tell(services, { ...attempt, reason: 'too many attempts', same: [exceeded.bucket] });
    throw tooMany(windowStart + ATTEMPT_WINDOW_MS - services.clock.now());
  }
  const result = await tryIt();
  if (result !== undefined) await takeBack(services, counters);
  else await tell(services, { ...attempt, reason: 'wrong', same: counters.map(({ bucket }) => bucket) });
  return result;
}

/** Counts a request for a new password. It does not depend on whether the user exists, and is never undone. */
export async function countRequest(
  services: Services,
  { email, address }: Required<Omit<Attempt, 'by'>>,
): Promise<void> {
  const windowStart = attemptWindowAt(services.clock.now());
  const bucket = (...parts: string[]) => sealed(services.secret, 'password request', JSON.stringify(parts));
  const counters = [
    { bucket: bucket('email', emailKeyOf(email)), limit: REQUESTS_FOR_EMAIL, windowStart },
    { bucket: bucket('address', networkOf(address)), limit: REQUESTS_FROM_ADDRESS, windowStart },
  ];
  const exceeded = await count(services, counters);
  if (exceeded === undefined) return;
  throw new AppError('too_many_requests', 'Too many requests for a new password: wait a while.', {
    retryAfterS: Math.max(1, Math.ceil((windowStart + ATTEMPT_WINDOW_MS - services.clock.now()) / 1000)),
  });
}

async function tell(services: Services, failure: FailedSignIn): Promise<void> {
  logFailedSignIn(services, failure);
  await auditFailedSignIn(services, failure);
}

interface Counter {
  readonly bucket: string;
  readonly limit: number;
  readonly windowStart: number;
}

/** Rolls the counting back. */
class Refused extends Error {}

/**
 * Returns the exceeded counter, if any. A refused attempt is not counted: one address cannot use up the limit that an email has for all addresses.
 */
async function count({ db }: Services, counters: readonly Counter[]): Promise<Counter | undefined> {
  let exceeded: Counter | undefined;
  // READ COMMITTED: the statement itself counts and returns the count, so concurrent attempts are serialised.
  const counting = db.queueTransaction(async (tx) => {
    for (const counter of counters) {
      const { bucket, limit, windowStart } = counter;
      const counted = await tx.first(countAttempt, { bucket, windowStart });
      if (counted?.count === 1) await tx.run(deleteAttemptsBefore, { windowStart });
      if (counted === undefined || counted.count <= limit) continue;
      exceeded = counter;
      throw new Refused();
    }
  });
  await counting.catch((error) => {
    if (!(error instanceof Refused)) throw error;
  });
  return exceeded;
}

async function takeBack({ db }: Services, counters: readonly Counter[]): Promise<void> {
  await db.queueTransaction(async (tx) => {
    for (const { bucket, windowStart } of counters) await tx.run(takeBackAttempt, { bucket, windowStart });
  });
}

/** Always in this order, so that two transactions never deadlock. */
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
