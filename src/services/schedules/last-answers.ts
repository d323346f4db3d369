/**
 * Answers about a schedule that outlive a commit. Most commits concern something else: if everything that an answer was computed from
 * reads the same again, the answer is still right, and so are its JSON text and its entity tag.
 */
import type { Queryable } from '../../db/driver/database.ts';
import { isEqualRow, type RecordedRead, readTheSame, recordReads } from '../../db/driver/recorded-reads.ts';
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import type { ScheduleId } from '../../ids.ts';
import { startOfMinute } from './timelines.ts';

/** The interval in which the passing of time alone changes nothing. */
interface Valid {
  readonly from: number;
  readonly until: number;
}

interface LastAnswer<Answer> {
  readonly row: ScheduleRow;
  readonly answer: Answer;
  readonly reads: readonly RecordedRead[];
}

type Compute<Answer> = (db: Queryable, row: ScheduleRow, now: number) => Promise<Answer | undefined>;

const MAX_ANSWERS = 500;
/** Of all reads of an answer together. */
const MAX_ROWS = 200;

/** Returns a function that gives the last answer for the schedule if that is still right, and computes it otherwise. */
export function reusingLastAnswers<Answer extends Valid>(compute: Compute<Answer>): Compute<Answer> {
  const last = new Map<ScheduleId, LastAnswer<Answer>>();
  return async (db, row, now) => {
    // Where rows are not cached, neither are answers.
    if (!Object.isFrozen(row)) return compute(db, row, now);
    const before = last.get(row.id);
    if (before !== undefined && (await isStillRight(db, before, row, now))) return before.answer;
    last.delete(row.id);
    // The caches by row have nothing for the copy, which is not frozen. So everything is read, and recorded.
    const { value: answer, reads } = await recordReads(db, (recorder) => compute(recorder, { ...row }, now));
    if (answer !== undefined && countRows(reads) <= MAX_ROWS) last.set(row.id, { row, answer, reads });
    if (last.size > MAX_ANSWERS) last.delete(last.keys().next().value as ScheduleId);
    return answer;
  };
}

/** Only within the same minute: the minute is among the parameters of the reads. */
async function isStillRight<Answer extends Valid>(
  db: Queryable,
  { row: before, answer: { from, until }, reads }: LastAnswer<Answer>,
  row: ScheduleRow,
  now: number,
): Promise<boolean> {
  if (startOfMinute(from) !== startOfMinute(now) || now < from || until <= now) return false;
  return isEqualRow(before, row) && readTheSame(db, reads);
}

function countRows(reads: readonly RecordedRead[]): number {
  return reads.reduce((sum, { rows }) => sum + rows.length, 0);
}
