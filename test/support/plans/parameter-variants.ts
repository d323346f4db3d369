/** Parameters to try a statement with: its example, and variants with other values for one parameter at a time. */
import type { Parameters, Records } from '../../../src/db/driver/statement.ts';
import { patternFor } from '../../../src/services/shared/searching.ts';
import { MAX_INSTANT } from '../../../src/time/iso.ts';
import { DAY_MS } from '../../../src/time/units.ts';
import { NOW } from './stored-statements.ts';

type Given = Parameters[string];

const ABSENT = '999';
const AWKWARD = `ÉCOLE ß İ 😀 100%_\\ 'x' "y"`;

/** Parameters for which some statement accepts null. */
const NULLABLE = new Set([
  'broken_reason',
  'browser',
  'changed_at',
  'chatId',
  'chat_id',
  'chatMessageId',
  'deleted_at',
  'description',
  'dueAt',
  'error',
  'notifications_due_at',
  'expires_at',
  'next_change_at',
  'next_reminder_at',
  'timeZone',
  'time_zone',
  'used_at',
]);

/** Parameters that must be unique: with those of the example, a new row conflicts with a stored one. */
const UNIQUE = [
  'id',
  'key_hash',
  'tokenHash',
  'token_hash',
  'handle',
  'nameKey',
  'name_key',
  'email',
  'emailKey',
  'email_key',
  'email_match_key',
  'chatId',
  'chat_id',
  'bucket',
  'subject',
];

const ORGANIZATIONS = [2, 3, 999].map((number) => `org_${String(number).padStart(26, '0')}`);

const BY_NAME: Readonly<Record<string, readonly Given[]>> = {
  actionPrefix: ['SCHEDULE.', 'schedule_', '%', 'action 1', ''],
  change: [-1],
  deactivated_at: [NOW],
  description: [AWKWARD],
  changeCount: [2],
  deliveries: [[]],
  erased_at: [NOW],
  endAt: [NOW + DAY_MS, NOW, MAX_INSTANT],
  isEnabled: [0, 2],
  issuer: ['https://elsewhere.example.com'],
  limit: [0, 1, 2, 5, 1_000],
  nameKey: ['team 8', 'école team 10', AWKWARD],
  number: [2, 3, 999],
  offset: [1, 3, 1_000],
  organizationId: ORGANIZATIONS,
  organization_id: ORGANIZATIONS,
  // With the function that services use: without it, LIKE ignores case on SQLite only.
  pattern: ['', 'É', 'é', 'SCHEDULE', 'team', '100%', '_', '\\', '😀', 'İ', 'ß', 'AT EXAMPLE', "O'"].map(patternFor),
  queues: [[]],
  raised: [[], [{ destination_id: 'C7', last_sequence: 2 ** 40 }]],
  role: ['owner', 'admin', 'boss'],
  rows: [[]],
  seat: ['viewer', 'guest'],
  texts: [[]],
  tokens: [[]],
  uses: [[]],
  watches: [[]],
  kind: ['webhook', 'pigeon'],
  failingSince: [null],
  status: ['sent', 'failed', 'accepted', 'canceled', 'lost'],
};

/** `names`: the parameters of the statement. For a write, also with keys of no stored row. */
export function variantsOf(example: Parameters, names: readonly string[], isWrite: boolean): readonly Parameters[] {
  const given = Object.fromEntries(names.map((name) => [name, example[name] as Given]));
  const fresh = Object.fromEntries(UNIQUE.filter((name) => name in given).map((name) => [name, absent(given[name])]));
  const isNew = isWrite && Object.keys(fresh).length > 0;
  const bases: Parameters[] = [given, ...(isNew ? [{ ...given, ...fresh }] : [])];
  return bases.flatMap((base) => [
    base,
    withListsOfOne(base),
    ...names.flatMap((name) => alternativesTo(name, given[name] as Given).map((value) => ({ ...base, [name]: value }))),
  ]);
}

/** Each list with its first element alone: for that, statements have another form. */
export function withListsOfOne(parameters: Parameters): Parameters {
  const shortened = Object.entries(parameters).map(([name, value]) => [
    name,
    isList(value) ? value.slice(0, 1) : value,
  ]);
  return Object.fromEntries(shortened);
}

function alternativesTo(name: string, example: Given): readonly Given[] {
  const others = BY_NAME[name] ?? alternativesByType(name, example);
  return NULLABLE.has(name) ? [...others, null] : others;
}

function alternativesByType(name: string, example: Given): readonly Given[] {
  if (typeof example === 'number') {
    const isInstant = example > DAY_MS;
    return isInstant ? [NOW - 500 * DAY_MS, NOW + 7, NOW + DAY_MS, MAX_INSTANT] : [0, 2, 2 ** 40];
  }
  if (typeof example === 'string') {
    if (name.endsWith('Json')) return [JSON.stringify([AWKWARD])];
    return isNumbered(example) ? [withNumber(example, '8'), withNumber(example, '3'), absent(example)] : [AWKWARD, ''];
  }
  if (!isList(example)) throw new Error(`no other values are known for ${name}`);
  const [first = ''] = example;
  const others = ['3', '6', ABSENT].map((number) => withNumber(first, number));
  return [[], [absent(first)], [...others, first, first, AWKWARD]];
}

function absent(value: Given | undefined): string {
  if (typeof value !== 'string') throw new Error(`${JSON.stringify(value)} is no key`);
  return isNumbered(value) ? withNumber(value, ABSENT) : `${value} ${ABSENT}`;
}

/** `C7`, `person-7@example.com`, `sch_00000000000000000000000007` */
function isNumbered(value: string): boolean {
  return /(?<!\d*[1-9])7(?!\d)/.test(value);
}

/** An id keeps its length. */
function withNumber(value: string, number: string): string {
  return value.replace(/(00)?7(?!\d)/, (found) => number.padStart(found.length, '0'));
}

function isList(value: Given): value is readonly string[] {
  return Array.isArray(value) && (value as Records | readonly string[]).every((item) => typeof item === 'string');
}
