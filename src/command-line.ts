/** The commands of `watchbill`. The only place that connects configuration, clock, database, chat and app. */
import { fileURLToPath } from 'node:url';
import Type from 'typebox';
import { argumentsIn, type Command, checked, commandIn, type Flags, type Options, UsageError } from './arguments.ts';
import { ApiError } from './as-code/api.ts';
import { FileError } from './as-code/file-error.ts';
import { type Config, readApiAddress, readConfig, readVariable } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import type { Database } from './db/driver/database.ts';
import { openDatabase, openForReads } from './db/driver/open.ts';
import { migrate, requireMigrated } from './db/schema/migrate.ts';
import { MigrationStopped } from './db/schema/migration-stopped.ts';
import { AppError } from './errors.ts';
import { asSingleLine } from './harmless-text.ts';
import { buildApp } from './http/app.ts';
import type { SharedCounter } from './http/redis-counter.ts';
import { shutDown } from './http/shutdown.ts';
import { createIdSource } from './ids.ts';
import { createLog, type Log, logCrash } from './log.ts';
import { createMailer } from './mail/mailer.ts';
import { PRODUCTS, type Product, SourceError } from './moving-in/source.ts';
import { standardOutput } from './output.ts';
import { Body, Email, Instant } from './schemas/fields.ts';
import { NewUser } from './schemas/people/users.ts';
import { NewApiKey } from './schemas/sign-in/api-keys.ts';
import { openSecret } from './secrets/installation-secret.ts';
import { bootstrap } from './services/bootstrap.ts';
import { connectChat } from './services/chat/chat-connection.ts';
import { fillWithDemo } from './services/demo.ts';
import { eraseUserAsOperator } from './services/people/erasure.ts';
import { createUserAsOperator } from './services/people/users.ts';
import { onCallLines } from './services/schedules/shifts.ts';
import { CLOCK_CHECK_INTERVAL_MS, createClockWatch } from './services/shared/clock-watch.ts';
import { getOperator, type Operator } from './services/shared/operator.ts';
import type { Services } from './services/shared/services.ts';
import { createApiKeyAsOperator, listKeysAsOperator, revokeApiKeyAsOperator } from './services/sign-in/api-keys.ts';
import { listIdentitiesAsOperator, unlinkIdentityAsOperator } from './services/sign-in/identities.ts';
import { LAST_USE_WRITE_INTERVAL_MS, noLastUses, writeLastUses } from './services/sign-in/last-uses.ts';
import { addressOf, createSignInLinkAsOperator } from './services/sign-in/sign-in-links.ts';
import { databaseError, listenError } from './start-errors.ts';
import { systemClock } from './time/clock.ts';
import { formatInstant } from './time/iso.ts';
import { VERSION } from './version.ts';
import { createAddressRules } from './webhooks/public-addresses.ts';
import { startNodeWork, startWorker, type Worker } from './worker/loop.ts';

const USAGE = `usage: watchbill <command>

  serve          runs the service (npm start); --no-worker: without background work, --read-only: without any writes
  worker         runs the background work only: handoffs, messages, user groups; no HTTP
  demo           runs the service with an example organization (npm run demo), in data/demo.db
  oncall         prints who is on call now; --schedule: only schedules whose name contains this
  export         prints people, teams and schedules as one YAML file
  apply FILE     makes the organization match the file; --plan: only shows what would change, --prune: also deletes what an earlier apply
                 created and the file no longer has
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

export, apply and verify call the service at WATCHBILL_URL with WATCHBILL_API_KEY; import calls only the other product.
All other commands use the database of DATABASE_URL, also while the service runs on it.
`;

/**
 * Timeout of a whole request when the database is reached over a network. Each query has its own deadline, but several slow ones add up.
 * Longer than the deadline of one query plus its connection.
 */
const RESPONSE_TIMEOUT_MS = 24_000;

const COMMANDS: Readonly<Record<string, Command>> = {
  serve: { options: [], flags: ['no-worker', 'read-only'], run: serve },
  worker: { options: [], run: workOnly },
  demo: { options: [], run: demo },
  oncall: { options: ['schedule'], run: printOnCall },
  export: { options: [], run: exportToFile },
  apply: { options: [], operand: 'file', flags: ['plan', 'prune'], run: apply },
  migrate: { options: [], run: migrateOnly },
  backup: { options: [], operand: 'file', run: backUp },
  'users add': { options: ['email', 'name', 'role', 'seat', 'time-zone', 'chat-id'], run: addUser },
  'users erase': { options: ['id'], run: eraseDeactivated },
  'users link': { options: ['email'], run: linkUser },
  'users identities': { options: ['email'], run: printIdentities },
  'users unlink': { options: ['email', 'id'], run: unlinkUser },
  'keys create': { options: ['email', 'name', 'expires'], flags: ['read-only'], run: createKey },
  'keys list': { options: [], run: listKeys },
  'keys revoke': { options: ['id'], run: revokeKey },
  ...Object.fromEntries(PRODUCTS.flatMap(movingCommands)),
  '--version': { options: [], run: printVersion },
};

const WEB_FOLDER = fileURLToPath(new URL('../web/dist', import.meta.url));

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

const DUPLICATE_SIGNAL_MS = 500;

/** A client that never sends the rest of its request must not delay the shutdown. Orchestrators usually wait 10 to 30 s. */
const MAX_STOP_MS = 10_000;

/** Where commands write. */
const TERMINAL = {
  print: (text: string) => void process.stdout.write(text),
  warn: (text: string) => void process.stderr.write(text),
};

const KeyOptions = Body({
  email: Email,
  name: Type.Optional(NewApiKey.properties.name),
  expires: Type.Optional(Instant),
});
const LinkOptions = Body({ email: Email });
const IdOptions = Body({ id: Type.String() });
const UnlinkOptions = Body({ email: Email, id: Type.String() });

await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<void> {
  if (words.includes('--help')) return TERMINAL.print(USAGE);
  try {
    const [command, rest] = commandIn(words, COMMANDS) ?? misunderstood();
    await command.run(...argumentsIn(rest, command));
  } catch (error) {
    if (error instanceof UsageError || error instanceof SourceError) fail(error.message, 2);
    else if (isExpected(error)) fail(reasonOf(error), 1);
    else throw error;
  }
}

function isExpected(error: unknown): error is Error {
  return [ConfigError, AppError, MigrationStopped, ApiError, FileError].some((kind) => error instanceof kind);
}

function misunderstood(): never {
  throw new UsageError(USAGE);
}

async function exportToFile(): Promise<void> {
  const address = readApiAddress();
  const { exportOrganization } = await import('./as-code/commands.ts');
  if (!(await exportOrganization(address, systemClock, TERMINAL))) process.exitCode = 1;
}

async function apply({ file = '' }: Options, flags: Flags): Promise<void> {
  const address = readApiAddress();
  const { applyFile } = await import('./as-code/commands.ts');
  await applyFile(address, file, { isPlan: flags.has('plan'), prune: flags.has('prune') }, systemClock, TERMINAL);
}

/** Includes the cause: the operator may need to know, for example, that the database refused the password. */
function reasonOf(error: Error): string {
  const { message, cause } = error;
  return cause instanceof Error && !(error instanceof ConfigError || error instanceof ApiError)
    ? `${message} ${cause.message}`
    : message;
}

function fail(message: string, exitCode: number): void {
  process.stderr.write(`${message.trimEnd()}\n`);
  process.exitCode = exitCode;
}

function serve(_: Options, flags: Flags): Promise<void> {
  const isReadOnly = flags.has('read-only');
  return serveWith(readConfig(), { hasWorker: !isReadOnly && !flags.has('no-worker'), isReadOnly });
}

/** Uses its own database, unless one is configured. */
function demo(): Promise<void> {
  return serveWith(readConfig(undefined, { DATABASE_URL: 'sqlite:data/demo.db' }), {
    hasWorker: true,
    fill: fillWithDemo,
  });
}

type ServicesWithLog = Services & { readonly log: Log };

interface Serving {
  readonly hasWorker: boolean;
  /** Writes and migrates nothing: for a standby, for example. */
  readonly isReadOnly?: boolean;
  /** Runs once, when the database is new. */
  readonly fill?: (services: Services, ownerKey: string) => Promise<void>;
}

async function serveWith(config: Config, { hasWorker, isReadOnly = false, fill }: Serving): Promise<void> {
  const services = isReadOnly ? await openToRead(config) : await openMigrated(config);
  const first = isReadOnly
    ? undefined
    : await bootstrap(services, { ...config.bootstrap, ...(fill === undefined && { setup: 'name' }) });
  if (first !== undefined) await fill?.(services, first.key);
  const { log } = services;
  logCrash(log);
  let address = config.publicUrl;
  // With port 0 the configuration does not know the address, unless it was given.
  const publicUrl = () => (URL.parse(config.publicUrl)?.port === '0' ? address : config.publicUrl);
  const requestCounter = await openCounter(config, log);
  const app = await buildApp({
    services,
    docsUrl: config.docsUrl,
    publicUrl,
    trustsHost: config.linkUrl === undefined,
    rateLimit: config.rateLimit,
    log,
    slackSigningSecret: config.chat.provider === 'slack' ? config.chat.signingSecret : undefined,
    oidc: config.oidc,
    webFolder: WEB_FOLDER,
    requestCounter,
    trustedProxies: config.trustedProxies,
    requestTimeoutMs: config.requestTimeoutMs,
    hasAccessLog: config.hasAccessLog,
    eventStreams: config.eventStreams,
    answerWithinMs: config.database.kind === 'postgres' ? RESPONSE_TIMEOUT_MS : undefined,
  });
  let worker: Worker | undefined;

  async function writeUses(): Promise<void> {
    if (isReadOnly) return;
    await writeLastUses(services).catch((error) => log.warn('could not store the last use of keys', { error }));
  }

  const stopWatching = await watchClock(services, log);
  const writingUses = setInterval(writeUses, LAST_USE_WRITE_INTERVAL_MS).unref();

  let isDatabaseLost = false;

  async function stop(): Promise<void> {
    clearInterval(writingUses);
    stopWatching();
    // In parallel: a request that never ends must not keep the worker running until the process is killed.
    await Promise.all([shutDown(app, isDatabaseLost ? 0 : config.drainMs), worker?.stop()]);
    requestCounter?.close();
    if (!isDatabaseLost) await writeUses();
    await services.db.close();
  }

  try {
    if (hasWorker) worker = await startWorker(services, log, config);
    else if (!isReadOnly) worker = await startNodeWork(services, log);
    address = await app.listen({ port: config.port, host: config.host });
    // Before the service reports that it listens: until then, a signal ends the process at once.
    const stopOnce = onSignal(
      stop,
      () => log.info('still serving requests; another signal ends the process'),
      config.drainMs,
    );
    services.db.onLost?.((reason) => {
      isDatabaseLost = true;
      stopWithout(reason, log, stopOnce);
    });
    log.info('listening', { address, worker: hasWorker });
  } catch (error) {
    await stop();
    throw listenError(config, error) ?? error;
  } finally {
    // Printed whatever happens: the next start will not print it again.
    if (first !== undefined)
      standardOutput().write(
        welcome(
          address,
          addressOf(first.link, publicUrl()),
          config.bootstrap.apiKey === undefined ? first.key : undefined,
        ),
      );
  }
}

/** Rule STO-9: compares clocks now and once a minute. Returns a function that stops it. */
async function watchClock({ clockWatch }: Services, log: Log): Promise<() => void> {
  const check = () =>
    clockWatch?.check().catch((error) => log.warn('could not compare the clock with the database', { error }));
  await check();
  const checking = setInterval(() => void check(), CLOCK_CHECK_INTERVAL_MS).unref();
  return () => clearInterval(checking);
}

/** Loaded only if it is used: most installations have one node and no Redis. */
async function openCounter({ redisUrl, rateLimit }: Config, log: Log): Promise<SharedCounter | undefined> {
  if (redisUrl === undefined || rateLimit === 0) return undefined;
  const { countInRedis } = await import('./http/redis-counter.ts');
  return countInRedis(redisUrl, systemClock, log);
}

/** Runs a worker without a server, beside other nodes on the same database. */
async function workOnly(): Promise<void> {
  const config = readConfig();
  const services = await openMigrated(config);
  const { log } = services;
  logCrash(log);
  const stopWatching = await watchClock(services, log);
  const worker = await startWorker(services, log, config);

  const stopOnce = onSignal(
    async () => {
      stopWatching();
      await worker.stop();
      await services.db.close();
    },
    () => log.info('still working; another signal ends the process'),
  );
  services.db.onLost?.((reason) => stopWithout(reason, log, stopOnce));
  log.info('working');
}

/**
 * The first signal starts a graceful shutdown. Ctrl+C at `npm start` sends two signals, one by the terminal and one by npm, so signals
 * that follow at once are ignored. A later signal ends the process immediately. Returns a function that starts the shutdown.
 */
function onSignal(stop: () => Promise<void>, stillStopping: () => void, drainMs = 0): () => void {
  let isStopping = false;

  function stopOnce(): void {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      for (const signal of SIGNALS) process.off(signal, stopOnce);
      stillStopping();
    }, DUPLICATE_SIGNAL_MS).unref();
    setTimeout(() => process.exit(), MAX_STOP_MS + drainMs).unref();
    void stop();
  }

  for (const signal of SIGNALS) process.on(signal, stopOnce);
  return stopOnce;
}

/** The next start opens the file that exists then. */
function stopWithout(reason: string, log: Log, stop: () => void): void {
  log.error('the database is gone: the process stops. Restore it while it is stopped, without -wal and -shm', {
    reason,
  });
  process.exitCode = 1;
  stop();
}

async function printVersion(): Promise<void> {
  process.stdout.write(`${VERSION}\n`);
}

async function migrateOnly(): Promise<void> {
  const config = readConfig();
  const { db } = await openServices(config);
  try {
    const done = await migrate(db, systemClock).catch((error) => Promise.reject(databaseError(config.database, error)));
    process.stdout.write(done.length === 0 ? 'nothing to do\n' : done.map((name) => `done: ${name}\n`).join(''));
  } finally {
    await db.close();
  }
}

/** Does not migrate first: a backup before an upgrade must be of the old version. */
async function backUp({ file }: Options): Promise<void> {
  const { database } = readConfig();
  if (database.kind !== 'sqlite') {
    throw new ConfigError('DATABASE_URL is a PostgreSQL database; back it up with pg_dump: see docs/operations.md');
  }
  const { backUpSqlite } = await import('./db/driver/sqlite-backup.ts');
  backUpSqlite(database.path, file ?? '');
}

/** A line for each schedule: its name, who is on call, until when. */
async function printOnCall({ schedule }: Options): Promise<void> {
  const lines = await asOperator(async (services, operator) => onCallLines(services, operator, schedule));
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

async function addUser({ 'time-zone': time_zone, 'chat-id': chat_id, ...rest }: Options): Promise<void> {
  const wanted = checked(NewUser, { ...rest, time_zone, chat_id });
  const { id } = await asOperator((services, operator) => createUserAsOperator(services, operator, wanted));
  process.stdout.write(`${id}\n`);
}

async function eraseDeactivated(options: Options): Promise<void> {
  const { id } = checked(IdOptions, options);
  await asOperator((services, operator) => eraseUserAsOperator(services, operator, id));
}

/** For a user who is locked out, for example the only owner. */
async function linkUser(options: Options): Promise<void> {
  const { email } = checked(LinkOptions, options);
  const link = await asOperator((services, operator) => createSignInLinkAsOperator(services, operator, email));
  process.stdout.write(`${addressOf(link, readConfig().publicUrl)}\n`);
  process.stderr.write(
    `The link is for ${email} only. It works once, until ${formatInstant(link.expiresAt)}. Earlier links are invalid.\n`,
  );
}

/** A line for each identity: its id, issuer, subject, creation time, and whether it is accepted. */
async function printIdentities(options: Options): Promise<void> {
  const { email } = checked(LinkOptions, options);
  const identities = await asOperator((services, operator) => listIdentitiesAsOperator(services, operator, email));
  const lines = identities.map(({ id, issuer, subject, created_at, is_accepted }) =>
    [id, issuer, printable(subject), created_at, is_accepted ? 'accepted' : 'not accepted'].join('\t'),
  );
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

async function unlinkUser(options: Options): Promise<void> {
  const { email, id } = checked(UnlinkOptions, options);
  await asOperator((services, operator) => unlinkIdentityAsOperator(services, operator, email, id));
}

/** The provider chooses these texts. No escape sequence may reach the terminal. */
function printable(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd');
}

/** Only the key goes to standard output, for scripts. Explanations go to standard error. */
async function createKey(options: Options, flags: Flags): Promise<void> {
  const { email, name = 'Command line', expires } = checked(KeyOptions, options);
  const wanted: NewApiKey = {
    name,
    ...(expires !== undefined && { expires_at: expires }),
    ...(flags.has('read-only') && { read_only: true }),
  };
  const { id, key } = await asOperator((services, operator) =>
    createApiKeyAsOperator(services, operator, email, wanted),
  );
  process.stdout.write(`${key}\n`);
  process.stderr.write(`The key of ${email} is shown only this once. To revoke it: keys revoke --id ${id}\n`);
}

/** A line for each key. The key itself is not stored. */
async function listKeys(): Promise<void> {
  const keys = await asOperator(listKeysAsOperator);
  const lines = keys.map(({ id, user, name, hint, read_only, created_at, expires_at, last_used_at }) =>
    [
      id,
      user.email,
      `${name} (…${hint})`,
      read_only ? 'read-only' : 'reads and writes',
      `created ${created_at}`,
      expires_at === undefined ? 'never expires' : `expires ${expires_at}`,
      last_used_at === undefined ? 'never used' : `last used ${last_used_at}`,
    ]
      .map(asSingleLine)
      .join(', '),
  );
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

async function revokeKey(options: Options): Promise<void> {
  const { id } = checked(IdOptions, options);
  await asOperator((services, operator) => revokeApiKeyAsOperator(services, operator, id));
}

/** Exit code 1 means a difference in these commands, so a bad variable counts as a bad argument. */
function orUsageError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ConfigError ? new UsageError(error.message) : error;
  }
}

/** Loaded only when used: a server does not need them. */
function movingCommands(product: Product): [name: string, command: Command][] {
  const commands = () => import('./moving-in/commands.ts');
  const around = () => ({
    now: systemClock.now(),
    variable: (name: string) => orUsageError(() => readVariable(name)),
    watchbill: () => orUsageError(() => readApiAddress()),
  });
  return [
    [
      `import ${product}`,
      {
        options: ['from', 'url', 'weeks', 'out', 'save'],
        flags: ['overrides', 'user-groups'],
        run: async (options, flags) => (await commands()).runImport(product, options, flags, around()),
      },
    ],
    [
      `verify ${product}`,
      {
        options: ['from', 'url', 'weeks'],
        run: async (options) => (await commands()).runVerify(product, options, around()),
      },
    ],
  ];
}

async function asOperator<T>(work: (services: Services, operator: Operator) => Promise<T>): Promise<T> {
  const services = await openMigrated(readConfig());
  try {
    return await work(services, await getOperator(services));
  } finally {
    await services.db.close();
  }
}

function openMigrated(config: Config): Promise<ServicesWithLog> {
  return openWith(config, openDatabase, (db) => migrate(db, systemClock));
}

async function openToRead(config: Config): Promise<ServicesWithLog> {
  return { ...(await openWith(config, openForReads, requireMigrated)), isReadOnly: true };
}

/** Closes the database on failure: an open connection would keep the process from ending. */
async function openWith(
  config: Config,
  open: typeof openDatabase,
  prepare: (db: Database) => Promise<unknown>,
): Promise<ServicesWithLog> {
  const services = await openServices(config, open);
  try {
    await prepare(services.db);
    return services;
  } catch (error) {
    await services.db.close();
    throw databaseError(config.database, error);
  }
}

async function openServices(config: Config, open = openDatabase): Promise<ServicesWithLog> {
  const { db, secret } = await openDatabaseAndSecret(config, open);
  const base = {
    secret,
    db,
    clock: systemClock,
    newId: createIdSource(systemClock),
    publicUrl: config.linkUrl,
    endpoints: createAddressRules(config.webhookAllow),
    mailer: config.mail && createMailer(config.mail),
    lastUses: noLastUses(),
    log: createLog(config.logLevel, systemClock),
    hasNoPasswords: !config.hasPasswords,
  };
  const clockWatch = createClockWatch(base.db, base.clock, base.log);
  return { ...base, clockWatch, chatOf: connectChat(config.chat, base) };
}

async function openDatabaseAndSecret(config: Config, open: typeof openDatabase) {
  let db: Database | undefined;
  try {
    db = await open(config.database);
    return { db, secret: openSecret(config) };
  } catch (error) {
    await db?.close();
    throw databaseError(config.database, error);
  }
}

/** `key` is undefined if the operator has set it: then it is not printed. */
function welcome(address: string, link: string, key: string | undefined): string {
  const keyText =
    key === undefined
      ? 'Your API key is the one that WATCHBILL_BOOTSTRAP_API_KEY names.'
      : `Your API key, shown only this once:

  ${key}`;
  return `
Welcome to Watchbill.

Set your password and open Watchbill:  ${link}

${keyText}

A first call:

  curl -H 'x-api-key: ${key ?? '…'}' ${address}/user/

`;
}
