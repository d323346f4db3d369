/** The commands of `watchbill`: their options, and the file in `commands/` that runs each. Only the files that a command needs are loaded. */

import { ApiError } from './api-client/api.ts';
import { FileError } from './as-code/file/file-error.ts';
import { ConfigError, StartError } from './config/config-error.ts';
import { MigrationStopped } from './db/schema/migration-stopped.ts';
import { AppError, quoted } from './errors.ts';
import { PRODUCTS, type Product, SourceError } from './moving-in/source.ts';
import { SERVICES } from './process/signals.ts';
import { print, warn } from './process/terminal.ts';
import { VERSION } from './process/version.ts';
import { argumentsIn, type Command, commandIn, UsageError } from './validation/arguments.ts';

const USAGE = `usage: watchbill <command>

  serve          runs the service (npm start); --no-worker: without background work, --read-only: without any writes
  worker         runs the background work only: handoffs, messages, user groups; no HTTP
  demo           runs the service with an example organization (npm run demo), in data/demo.db
  oncall         prints who is on call now; --schedule TEXT: only in schedules with that text in their name; exits with 1 if none has it
  export         prints people, teams, schedules, webhooks and calendar rules as one YAML file
  apply FILE     makes the organization match the file; --plan: only shows what would change, and exits with 2 if anything would; --json: prints
                 that as JSON; --prune: also deletes what an earlier apply created and the file no longer has
  import PRODUCT [--from FILE] [--url] [--weeks] [--out FILE] [--save FOLDER] [--overrides] [--user-groups]; writes a file for apply
                 from opsgenie, pagerduty, grafana-oncall or goalert, and reports what happened to each part; exits with 1 if something is not
                 in the file
  verify PRODUCT [--from FILE] [--url] [--weeks]; compares the timeline of the product with ours; exits with 1 if they differ
  migrate        upgrades the database to this version
  backup FILE    writes a consistent copy of an SQLite database to a new file
  users add      --email --name [--role] [--seat] [--time-zone] [--chat-id]; prints the id of the new user
  users erase    --id; permanently erases the personal data of a deactivated user
  users link     --email; prints a link to set a password, or to sign in if passwords are off; it works once, for seven days
  users identities  --email; prints the single sign-on identities of the user
  users unlink   --email --id; unlinks one of them, and signs the user out everywhere
  keys create    --email [--name] [--expires] [--read-only]; prints the API key
  keys list      prints all API keys that are not revoked: id, owner, name and last use
  keys revoke    --id
  --version      prints the version of Watchbill

export, apply and verify call the service at WATCHBILL_URL with WATCHBILL_API_KEY, and so does oncall if both are set; import calls only the
other product. All other commands use the database of DATABASE_URL, also while the service runs on it. Only serve, demo, worker and migrate create it.
`;

const asCode = () => import('./commands/as-code.ts');
const keys = () => import('./commands/keys.ts');
const movingIn = () => import('./commands/moving-in.ts');
const serving = () => import('./commands/serve.ts');
const users = () => import('./commands/users.ts');

const COMMANDS: Readonly<Record<string, Command>> = {
  serve: {
    options: [],
    flags: ['no-worker', 'read-only'],
    run: async (...given) => (await serving()).serve(...given),
  },
  worker: { options: [], run: async () => (await import('./commands/worker.ts')).workOnly() },
  demo: { options: [], run: async () => (await serving()).demo() },
  oncall: {
    options: ['schedule'],
    run: async (options) => (await import('./commands/oncall.ts')).printOnCall(options),
  },
  export: { options: [], run: async () => (await asCode()).exportToFile() },
  apply: {
    options: [],
    operand: 'file',
    flags: ['plan', 'prune', 'json'],
    run: async (...given) => (await asCode()).apply(...given),
  },
  migrate: { options: [], run: async () => (await import('./commands/migrate.ts')).migrateOnly() },
  backup: {
    options: [],
    operand: 'file',
    run: async (options) => (await import('./commands/backup.ts')).backUp(options),
  },
  'users add': {
    options: ['email', 'name', 'role', 'seat', 'time-zone', 'chat-id'],
    run: async (options) => (await users()).addUser(options),
  },
  'users erase': { options: ['id'], run: async (options) => (await users()).eraseDeactivated(options) },
  'users link': { options: ['email'], run: async (options) => (await users()).linkUser(options) },
  'users identities': { options: ['email'], run: async (options) => (await users()).printIdentities(options) },
  'users unlink': { options: ['email', 'id'], run: async (options) => (await users()).unlinkUser(options) },
  'keys create': {
    options: ['email', 'name', 'expires'],
    flags: ['read-only'],
    run: async (...given) => (await keys()).createKey(...given),
  },
  'keys list': { options: [], run: async () => (await keys()).listKeys() },
  'keys revoke': { options: ['id'], run: async (options) => (await keys()).revokeKey(options) },
  ...Object.fromEntries(PRODUCTS.flatMap(movingCommands)),
  '--version': { options: [], run: async () => print(`${VERSION}\n`) },
};

/** EX_USAGE of sysexits.h. Not 2: with that, `apply --plan` says that something would change. */
const WRONG_ARGUMENTS = 64;

/** EX_CONFIG of sysexits.h: the next start would fail too. The unit of systemd does not try it. */
const WRONG_SETTING = 78;

await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<void> {
  try {
    if (words.includes('--help') && isKnown(words)) return print(USAGE);
    const [command, rest] = commandIn(words, COMMANDS) ?? misunderstood(words);
    await command.run(...argumentsIn(rest, command));
  } catch (error) {
    if (error instanceof UsageError) fail(error.message, WRONG_ARGUMENTS);
    else if (error instanceof SourceError) fail(error.message, 2);
    else if (isExpected(error)) fail(reasonOf(error), exitCodeOf(error, words));
    else throw error;
  }
}

function movingCommands(product: Product): [name: string, command: Command][] {
  return [
    [
      `import ${product}`,
      {
        options: ['from', 'url', 'weeks', 'out', 'save'],
        flags: ['overrides', 'user-groups'],
        run: async (...given) => (await movingIn()).importProduct(product, ...given),
      },
    ],
    [
      `verify ${product}`,
      {
        options: ['from', 'url', 'weeks'],
        run: async (options) => (await movingIn()).verifyProduct(product, options),
      },
    ],
  ];
}

function isExpected(error: unknown): error is Error {
  return [ConfigError, AppError, MigrationStopped, ApiError, FileError].some((kind) => error instanceof kind);
}

function exitCodeOf(error: Error, [command = '']: readonly string[]): number {
  const isForGood = error instanceof ConfigError && !(error instanceof StartError);
  return isForGood && SERVICES.has(command) ? WRONG_SETTING : 1;
}

/** Whether the words name a command, the first word of some, or nothing. */
function isKnown(words: readonly string[]): boolean {
  const named = words.slice(0, words.indexOf('--help'));
  const isGroup = named.length === 1 && Object.keys(COMMANDS).some((name) => name.startsWith(`${named[0]} `));
  return named.length === 0 || isGroup || commandIn(named, COMMANDS) !== undefined;
}

function misunderstood(words: readonly string[]): never {
  const named = words.slice(0, 2).filter((word) => !word.startsWith('-'));
  throw new UsageError(`${named.length === 0 ? '' : `There is no command ${quoted(named.join(' '))}.\n\n`}${USAGE}`);
}

/** Includes the cause: the operator may need to know, for example, that the database refused the password. */
function reasonOf(error: Error): string {
  const { message, cause } = error;
  return cause instanceof Error && !(error instanceof ConfigError || error instanceof ApiError)
    ? `${message} ${cause.message}`
    : message;
}

function fail(message: string, exitCode: number): void {
  warn(`${message.trimEnd()}\n`);
  process.exitCode = exitCode;
}
