/** `watchbill oncall`. */
import type { Options } from '../arguments.ts';
import { onCallLines } from '../services/schedules/shifts.ts';
import { asOperator } from './opening.ts';

/** A line for each schedule: its name, who is on call, until when. */
export async function printOnCall({ schedule }: Options): Promise<void> {
  const lines = await asOperator(async (services, operator) => onCallLines(services, operator, schedule));
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}
