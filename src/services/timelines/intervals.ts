/** The interval of a list: by default `from` is now and `to` is some days later. */
import type { Interval } from '../../engine/schedule.ts';
import { AppError } from '../../errors.ts';
import { formatInstant, parseInstant } from '../../time/iso.ts';
import { DAY_MS } from '../../time/units.ts';

/** The default and the maximum length. */
const DAYS = { usual: 30, most: 366 };

/** Both optional; the schema ensures that they are date-times. */
export interface IntervalRequest {
  readonly from?: string;
  readonly to?: string;
}

export function intervalOf({ from, to }: IntervalRequest, now: number, { usual, most } = DAYS): Interval {
  const start = from === undefined ? now : (parseInstant(from) as number);
  const end = to === undefined ? start + usual * DAY_MS : (parseInstant(to) as number);
  if (end <= start) {
    throw new AppError(
      'unprocessable_entity',
      `to must be after from: to is ${formatInstant(end)}, from is ${formatInstant(start)}.`,
    );
  }
  if (end - start > most * DAY_MS) {
    throw new AppError(
      'unprocessable_entity',
      `to may be at most ${most} days after from: to is ${formatInstant(end)}, from is ${formatInstant(start)}.`,
    );
  }
  return { start, end };
}
