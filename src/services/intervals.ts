/** The interval that a list is asked for: `from` is now and `to` is 30 days later when they are not given. */
import type { Interval } from '../engine/schedule.ts';
import { AppError } from '../errors.ts';
import { formatInstant, parseInstant } from '../time/iso.ts';
import { DAY_MS } from '../time/units.ts';

const DEFAULT_DAYS = 30;
const MOST_DAYS = 366;

/** Both optional, and date-times by the schema. */
export interface IntervalRequest {
  readonly from?: string;
  readonly to?: string;
}

export function intervalOf({ from, to }: IntervalRequest, now: number): Interval {
  const start = from === undefined ? now : (parseInstant(from) as number);
  const end = to === undefined ? start + DEFAULT_DAYS * DAY_MS : (parseInstant(to) as number);
  if (end <= start) {
    throw new AppError(
      'unprocessable_entity',
      `to must be after from: to is ${formatInstant(end)}, from is ${formatInstant(start)}.`,
    );
  }
  if (end - start > MOST_DAYS * DAY_MS) {
    throw new AppError(
      'unprocessable_entity',
      `to may be at most ${MOST_DAYS} days after from: to is ${formatInstant(end)}, from is ${formatInstant(start)}.`,
    );
  }
  return { start, end };
}
