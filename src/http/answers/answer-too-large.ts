/** Rule BUD-4: an answer that is too large is refused as a whole, and the error says what to ask for instead. A page is never shortened. */
import type { TSchema } from 'typebox';
import { AppError } from '../../errors.ts';
import type { Written } from './json-slices.ts';

/** Parameters that make an answer smaller, in the order in which they are named. */
const NARROWING = ['from', 'to', 'start', 'end', 'team_id', 'schedule_id', 'schedule_ids', 'user_ids', 'query'];

/** The names of a route's parameters that make its answers smaller. */
export function narrowingIn(query: TSchema | undefined): string[] {
  const known = (query as { readonly properties?: object } | undefined)?.properties ?? {};
  return NARROWING.filter((name) => name in known);
}

export interface AnswerSize {
  readonly maxBytes: number;
  /** Parameters that make the answer smaller. */
  readonly narrowing: readonly string[];
}

export function answerTooLarge({ maxBytes, narrowing }: AnswerSize, written: Written): AppError {
  const perPage = pageThatFits(written, maxBytes);
  const advice = [
    ...(perPage > 0 ? [`ask with per_page=${perPage} or less`] : []),
    ...(narrowing.length > 0 ? [`narrow it by ${narrowing.join(', ')}`] : []),
  ].join(', or ');
  const limit = `The answer would have more than ${maxBytes.toLocaleString('en')} bytes`;
  return new AppError('answer_too_large', advice === '' ? `${limit}.` : `${limit}: ${advice}.`);
}

/** For an answer that is written while it is read. */
export function needsTooMuchMemory(maxBytes: number, narrowing: readonly string[]): AppError {
  const limit = `The answer would take more than ${maxBytes.toLocaleString('en')} bytes of memory`;
  return new AppError('answer_too_large', `${limit}: narrow it by ${narrowing.join(', ')}.`);
}

/** The end of the list and of the answer, which are not written yet. */
const END_BYTES = ']}'.length;

/** As many elements as fit even if all of them are as large as the largest: so the first page of this size fits, and probably all others. */
function pageThatFits({ bytes, elementBytes }: Written, maxBytes: number): number {
  if (elementBytes.length === 0) return 0;
  const beside = bytes - elementBytes.reduce((sum, one) => sum + one, 0) + END_BYTES;
  return Math.max(0, Math.floor((maxBytes - beside) / Math.max(...elementBytes)));
}
