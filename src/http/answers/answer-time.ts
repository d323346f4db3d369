/**
 * The time of an answer, for the web application: no clock of a page may be behind what the page shows (rule TRU-1). `Date` has whole seconds only, and
 * a change is in force from its millisecond on.
 */
import type { onSendHookHandler } from 'fastify';
import type { Clock } from '../../time/clock.ts';
import { formatInstant } from '../../time/iso.ts';
import { PAGE_HEADER } from '../sign-in/csrf.ts';

export const TIME_HEADER = 'x-watchbill-time';

/** Taken when the answer is sent, so that everything in it was stored before. */
export function answerTime(clock: Clock): onSendHookHandler {
  return (request, reply, payload, done) => {
    if (request.headers[PAGE_HEADER] !== undefined) reply.header(TIME_HEADER, formatInstant(clock.now()));
    done(null, payload);
  };
}
