/** `watchbill import PRODUCT` and `watchbill verify PRODUCT`: their options, their environment, what they print and their exit codes. */
import Type from 'typebox';
import { ApiError } from '../api-client/api.ts';
import { quoted } from '../errors.ts';
import { print } from '../process/terminal.ts';
import { Body } from '../schemas/fields.ts';
import { type Flags, type Options, UsageError } from '../validation/arguments.ts';
import { checked } from '../validation/checked-options.ts';
import { importFrom, type SourceOptions } from './import-command.ts';
import { PRODUCT_NAMES, type Product, SourceError } from './source.ts';
import { verify } from './verify-command.ts';

export interface Surroundings {
  readonly now: number;
  /** Reads a variable of the environment. */
  readonly variable: (name: string) => string | undefined;
  /** The address and key of our own service. */
  readonly watchbill: () => { readonly url: string; readonly key: string };
}

const DEFAULT_URLS: Readonly<Partial<Record<Product, string>>> = {
  opsgenie: 'https://api.opsgenie.com',
  pagerduty: 'https://api.pagerduty.com',
};

const DEFAULT_WEEKS = 12;
const MAX_WEEKS = 52;
const text = Type.Optional(Type.String({ minLength: 1 }));
const common = { from: text, url: text, weeks: text };
const ImportWords = Body({ ...common, out: text, save: text });
const VerifyWords = Body(common);

/** Exits with 1 if the file lacks something of the source. */
export async function runImport(product: Product, options: Options, flags: Flags, around: Surroundings): Promise<void> {
  const { out = `${product}.yaml`, save } = checked(ImportWords, options);
  if (save !== undefined && options.from !== undefined)
    throw new UsageError('--save stores responses of an API; it cannot be used with --from.');
  const { report, isComplete } = await importFrom({
    ...sourceOptions(product, options, around),
    out,
    save,
    writesOverrides: flags.has('overrides'),
    writesUserGroups: flags.has('user-groups'),
  });
  print(report);
  if (!isComplete) process.exitCode = 1;
}

/** Exits with 1 if there is a difference. */
export async function runVerify(product: Product, options: Options, around: Surroundings): Promise<void> {
  checked(VerifyWords, options);
  const { report, isSame } = await verify({
    ...sourceOptions(product, options, around),
    watchbill: around.watchbill(),
  }).catch(asSourceError);
  print(report);
  if (!isSame) process.exitCode = 1;
}

/** Exit code 1 means a difference. */
function asSourceError(error: unknown): never {
  throw error instanceof ApiError ? new SourceError(error.message) : error;
}

function sourceOptions(product: Product, { from, url, weeks }: Options, around: Surroundings): SourceOptions {
  return {
    product,
    from,
    now: around.now,
    weeks: weeks === undefined ? DEFAULT_WEEKS : weeksIn(weeks),
    access: from === undefined ? accessTo(product, url, around) : undefined,
  };
}

function weeksIn(given: string): number {
  const weeks = /^\d{1,2}$/.test(given) ? Number(given) : 0;
  if (weeks >= 1 && weeks <= MAX_WEEKS) return weeks;
  throw new UsageError(`--weeks must be a whole number from 1 to ${MAX_WEEKS}; it is ${quoted(given)}.`);
}

function accessTo(product: Product, given: string | undefined, around: Surroundings): SourceOptions['access'] {
  const prefix = product.replaceAll('-', '_').toUpperCase();
  const url = given ?? around.variable(`${prefix}_URL`) ?? DEFAULT_URLS[product];
  const key = around.variable(`${prefix}_API_KEY`);
  const name = PRODUCT_NAMES[product];
  if (key === undefined) {
    throw new UsageError(
      `${prefix}_API_KEY is not set; it must be an API key of ${name}. To read files instead, use --from.`,
    );
  }
  if (url === undefined) throw new UsageError(`Set the address of ${name} with --url or ${prefix}_URL.`);
  return { url, key };
}
