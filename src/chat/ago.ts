/** Formats how long ago something was, in words: `two minutes ago`. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/units.ts';

const NUMBERS = ['no', 'a', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

export function ago(ms: number): string {
  if (ms < MINUTE_MS) return 'just now';
  if (ms < HOUR_MS) return counted(Math.floor(ms / MINUTE_MS), 'minute');
  if (ms < DAY_MS) return counted(Math.floor(ms / HOUR_MS), 'hour').replace(/^a hour/, 'an hour');
  return counted(Math.floor(ms / DAY_MS), 'day');
}

function counted(count: number, unit: string): string {
  return `${NUMBERS[count] ?? count} ${unit}${count === 1 ? '' : 's'} ago`;
}
