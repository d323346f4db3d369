/** `watchbill oncall`: asks the service if its address and a key are set, and otherwise reads the database. */

import { type ApiAddress, createApi, everyPage } from '../api-client/api.ts';
import { findApiAddress } from '../config/config.ts';
import { AppError, quoted } from '../errors.ts';
import { print } from '../process/terminal.ts';
import { onCallLine, onCallLines } from '../services/schedules/shifts.ts';
import type { Options } from '../validation/arguments.ts';
import { asOperator } from './opening.ts';

/** A line for each schedule: its name, who is on call, until when. */
export async function printOnCall({ schedule }: Options): Promise<void> {
  const address = findApiAddress();
  const lines =
    address === undefined
      ? await asOperator((services, operator) => onCallLines(services, operator, schedule))
      : await linesOfService(address, schedule);
  if (schedule !== undefined && lines.length === 0)
    throw new AppError('not_found', `There is no schedule whose name contains ${quoted(schedule)}.`);
  print(lines.map((line) => `${line}\n`).join(''));
}

async function linesOfService(address: ApiAddress, name: string | undefined): Promise<string[]> {
  const api = createApi(address);
  const schedules = await everyPage('schedules', (page) =>
    api.GET('/schedules', { params: { query: { ...page, ...(name !== undefined && { query: name }) } } }),
  );
  return schedules.map((schedule) => onCallLine(schedule.name, schedule.current_oncall_shift, schedule.broken));
}
