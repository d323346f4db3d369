/** `watchbill export` and `watchbill apply FILE`. */

import { applyFile, exportOrganization } from '../as-code/commands.ts';
import { readApiAddress } from '../config/config.ts';
import { print, warn } from '../process/terminal.ts';
import { systemClock } from '../time/clock.ts';
import type { Flags, Options } from '../validation/arguments.ts';

const TERMINAL = { print, warn };

export async function exportToFile(): Promise<void> {
  const address = readApiAddress();
  if (!(await exportOrganization(address, systemClock, TERMINAL))) process.exitCode = 1;
}

/** With `--plan`, the exit code tells a script whether something would change. */
const EXIT_WOULD_CHANGE = 2;

export async function apply({ file = '' }: Options, flags: Flags): Promise<void> {
  const options = { isPlan: flags.has('plan'), prune: flags.has('prune'), json: flags.has('json') };
  const isChange = await applyFile(readApiAddress(), file, options, systemClock, TERMINAL);
  if (options.isPlan && isChange) process.exitCode = EXIT_WOULD_CHANGE;
}
