/**
 * Checks Dockerfile, compose.yaml and deploy/compose.tls.yaml as Docker would read them, and prints what is wrong. Nothing is run; test/operations/container.test.ts carries
 * out the steps of the Dockerfile.
 */
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { VARIABLES } from '../src/config/config.ts';
import { stagesOf } from './dockerfile.ts';

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly env_file?: string;
  readonly volumes?: readonly string[];
  readonly networks?: Readonly<Record<string, { readonly ipv4_address?: string }>>;
  readonly stop_grace_period?: string;
}

/** Docker's default grace period. */
const DEFAULT_GRACE_S = 10;

/** The longest time that a process takes to stop (`MAX_STOP_MS`), and a little more. */
const MAX_STOP_S = 12;

/** Variables of the driver of PostgreSQL, which are no settings. */
const OF_POSTGRES = ['PGPASSWORD'];

const root = fileURLToPath(new URL('..', import.meta.url));
const problems = [
  ...(await dockerfileProblems()),
  ...(await contextProblems()),
  ...(await composeProblems()),
  ...(await ignoreProblems()),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

async function dockerfileProblems(): Promise<string[]> {
  const text = await textOf('Dockerfile');
  const lines = validate(text).map(({ message, range }) => `Dockerfile:${range.start.line + 1}: ${message}`);
  if (!/^USER (?!0|root)\S+$/m.test(text)) lines.push('Dockerfile: it must not run as root');
  if (!/^HEALTHCHECK /m.test(text)) lines.push('Dockerfile: it must say how its health is checked');
  return lines;
}

/** Every copied file must exist, and every file that the build reads must be copied. */
async function contextProblems(): Promise<string[]> {
  const [build] = stagesOf(await textOf('Dockerfile'));
  const copied = build?.copies.flatMap(({ sources }) => sources) ?? [];
  const ignored = (await textOf('.dockerignore')).split('\n');
  const isIgnored = (source: string) =>
    !ignored.includes(`!${source}`) && (ignored.includes(source) || ignored.includes(`${dirname(source)}/*`));
  const isCopied = (path: string) => copied.some((source) => path === source || path.startsWith(`${source}/`));
  return [
    ...copied
      .filter((source) => isIgnored(source) || !existsSync(join(root, source)))
      .map((source) => `Dockerfile: ${source} is copied, but it is not there, or in .dockerignore`),
    ...['node_modules', 'data', 'dist', 'release']
      .filter((made) => !ignored.includes(made))
      .map((made) => `.dockerignore: ${made} is missing; what was made on this machine has no place in an image`),
    ...[...(await filesOfBuild()), ...(await filesOfTypeScript(copied))]
      .filter((path) => !isCopied(path))
      .map((path) => `Dockerfile: ${path} is needed to build, and not copied`),
  ];
}

/** The files of the `build` script, which `npm ci` runs. */
async function filesOfBuild(): Promise<string[]> {
  const { scripts } = JSON.parse(await textOf('package.json')) as { scripts: { build: string } };
  return scripts.build.match(/[\w./-]+\.ts\b/g) ?? [];
}

/** Vite reads the tsconfig.json beside what it builds, and fails if the file that it extends is missing. */
async function filesOfTypeScript(copied: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const folders = copied.map((source) => `${source}/**/tsconfig.json`);
  for await (const path of glob(folders, { cwd: root })) found.push(path);
  for (const path of found) {
    const [, base] = /^\s*"extends":\s*"(\.[^"]+)"/m.exec(await textOf(path)) ?? [];
    const extended = base && normalize(join(dirname(path), base));
    if (extended && !found.includes(extended)) found.push(extended);
  }
  return found;
}

type Services = Readonly<Record<string, Service>>;

/** compose.yaml, and the file that adds a balancer to it. */
async function composeProblems(): Promise<string[]> {
  const [services, added] = await Promise.all(['compose.yaml', 'deploy/compose.tls.yaml'].map(servicesIn));
  const all = { ...services };
  for (const [name, more] of Object.entries(added ?? {})) {
    const { environment, ...service } = all[name] ?? {};
    all[name] = { ...service, ...more, environment: { ...environment, ...more.environment } };
  }
  const balanced = new Set((await textOf('deploy/nginx/watchbill.conf')).match(/(?<=^\s*server )[\w-]+(?=:\d)/gm));
  return Object.entries(all).flatMap(([name, service]) => [
    ...(balanced.has(name) && service.networks?.default?.ipv4_address === undefined
      ? [`deploy/compose.tls.yaml: ${name} has no fixed address, and nginx looks its name up only once`]
      : []),
    ...(service.image === undefined && service.build === undefined
      ? [`compose.yaml: ${name} has neither image nor build`]
      : []),
    ...Object.keys(service.depends_on ?? {})
      .filter((needed) => all[needed] === undefined)
      .map((needed) => `compose.yaml: ${name} depends on ${needed}, which there is not`),
    ...(service.build !== undefined ? settingProblems(name, service) : []),
    ...(service.build !== undefined && !(graceOf(service) >= stopOf(service))
      ? [`compose.yaml: ${name} may take ${stopOf(service)} s to stop, and is killed after ${graceOf(service)} s`]
      : []),
    ...(service.volumes ?? [])
      .map((volume) => volume.split(':', 1)[0] ?? '')
      .filter((source) => source.startsWith('./deploy/') && !existsSync(join(root, source)))
      .map((source) => `compose: ${name} mounts ${source}, which there is not`),
  ]);
}

/** What compose.yaml asks for holds passwords and keys: neither a commit nor an image may have it. */
async function ignoreProblems(): Promise<string[]> {
  const services = await Promise.all(['compose.yaml', 'deploy/compose.tls.yaml'].map(servicesIn));
  const all = services.flatMap((some) => Object.values(some));
  const mounted = all
    .flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':', 1)[0] ?? ''))
    .filter((source) => source.startsWith('./') && !source.startsWith('./deploy/'));
  const files = all.flatMap(({ env_file }) => env_file ?? []);
  const found: string[] = [];
  for (const [list, written] of [
    ['.gitignore', (name: string, isFolder: boolean) => `/${name}${isFolder ? '/' : ''}`],
    ['.dockerignore', (name: string) => name],
  ] as const) {
    const lines = (await textOf(list)).split('\n');
    const wanted = [
      ...mounted.map((source) => written(source.slice('./'.length), true)),
      ...files.map((file) => written(file, false)),
    ];
    found.push(...new Set(wanted.filter((line) => !lines.includes(line)).map((line) => `${list}: ${line} is missing`)));
  }
  return found;
}

async function servicesIn(path: string): Promise<Services> {
  return (parse(await textOf(path), { merge: true }) as { services: Services }).services;
}

/** Every setting can be given in .env, except those that the other services decide. */
function settingProblems(name: string, { environment = {}, env_file }: Service): string[] {
  return [
    ...(env_file === '.env' ? [] : [`compose.yaml: ${name} does not get the settings in .env`]),
    ...Object.keys(environment)
      .filter((variable) => !(variable in VARIABLES || OF_POSTGRES.includes(variable)))
      .map((variable) => `compose.yaml: ${name} gets ${variable}, which is no setting`),
  ];
}

function graceOf({ stop_grace_period = `${DEFAULT_GRACE_S}s` }: Service): number {
  return Number(/^(\d+)s$/.exec(stop_grace_period)?.[1]);
}

function stopOf({ environment }: Service): number {
  return Number(environment?.WATCHBILL_DRAIN_SECONDS ?? 0) + MAX_STOP_S;
}

function textOf(path: string): Promise<string> {
  return readFile(join(root, path), 'utf8');
}
