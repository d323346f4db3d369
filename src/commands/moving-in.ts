/** `watchbill import PRODUCT` and `watchbill verify PRODUCT`. */

import { readApiAddress, readVariable } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { runImport, runVerify } from '../moving-in/commands.ts';
import type { Product } from '../moving-in/source.ts';
import { systemClock } from '../time/clock.ts';
import { type Flags, type Options, UsageError } from '../validation/arguments.ts';

export function importProduct(product: Product, options: Options, flags: Flags): Promise<void> {
  return runImport(product, options, flags, surroundings());
}

export function verifyProduct(product: Product, options: Options): Promise<void> {
  return runVerify(product, options, surroundings());
}

function surroundings() {
  return {
    now: systemClock.now(),
    variable: (name: string) => orUsageError(() => readVariable(name)),
    watchbill: () => orUsageError(() => readApiAddress()),
  };
}

/** Exit code 1 means a difference in these commands, so a bad variable counts as a bad argument. */
function orUsageError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ConfigError ? new UsageError(error.message) : error;
  }
}
