/**
 * Docker builds the image, and runs it alone, then compose.yaml with deploy/compose.tls.yaml: two servers, a worker, PostgreSQL, Redis, and nginx with
 * TLS. Then the lines of docs/operations.md that back up and restore. PostgreSQL, Redis and nginx are Debian's.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withoutIntermediate as certificate } from '../../../test/fixtures/certificates/certificates.ts';
import { ROOT } from '../checkout.ts';
import { debianArchive, makeBaseImages } from './base-images.ts';
import { inNamespaces, type Namespaces } from './namespaces.ts';
import { needsRoot, run, type Step, unpackSources, until } from './step.ts';

const DOCKER = fileURLToPath(new URL('docker.sh', import.meta.url));
const CLIENT = fileURLToPath(new URL('compose-client.ts', import.meta.url));
const POSTGRES = readFileSync(new URL('stand-in-postgres.sh', import.meta.url), 'utf8');
const DOCUMENT = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
const METRICS = 'fetch("http://worker:9464/metrics").then((answer) => answer.text()).then(console.log)';
const LIMIT_MS = 60_000;
const GATEWAY = '{{range .NetworkSettings.Networks}}{{.Gateway}}{{end}}';
const SERVERS = ['server-1', 'server-2'];
const FILES = ['-f', 'compose.yaml', '-f', 'deploy/compose.tls.yaml'];

/** What the images of these services do beside Debian's packages. */
const STAND_INS: Readonly<Record<string, string>> = {
  'postgres:18': `ENV PATH=/usr/lib/postgresql/15/bin:/usr/sbin:/usr/bin:/sbin:/bin\nENTRYPOINT ${shell(POSTGRES)}`,
  'redis:8': `ENTRYPOINT ${shell('exec "$@" --protected-mode no')}`,
  'nginx:1.28': 'RUN rm /etc/nginx/sites-enabled/default\nCMD ["nginx", "-g", "daemon off;"]',
};

export const compose: Step = {
  name: 'compose',
  needs: {
    dockerd: 'docker.io',
    docker: 'docker.io',
    'docker-compose': 'docker-compose',
    iptables: 'iptables',
    ip: 'iproute2',
    mmdebstrap: 'mmdebstrap',
    unshare: 'util-linux',
    nsenter: 'util-linux',
  },
  missing: needsRoot,
  async run({ release, work }) {
    const sources = unpackSources(release, work);
    const at = commandsIn(sources, work);
    // With the network of this machine, where the build gets its packages, and without changes to it.
    const builder = await startDocker(work, at, [], ['--bridge', 'none', '--iptables=false']);
    try {
      makeImages(work, at);
      at('docker', 'build', '--network', 'host', '--tag', 'watchbill', '.');
      console.log(`  the image has ${at('docker', 'images', '--format', '{{.Size}}', 'watchbill').trim()}`);
    } finally {
      await builder.end();
    }
    const docker = await startDocker(work, at, ['net'], []);
    try {
      await runAlone(at);
      await tryOut(docker, sources, at);
    } finally {
      await docker.end();
    }
  },
};

async function startDocker(
  work: string,
  at: Commands,
  own: readonly string[],
  options: readonly string[],
): Promise<Namespaces> {
  const docker = await inNamespaces(['mount', 'pid', 'ipc', ...own], [DOCKER, work, ...options], 'dockerd');
  try {
    await until('Docker answers', LIMIT_MS, () => at('docker', 'version'));
    return docker;
  } catch (error) {
    await docker.end();
    throw error;
  }
}

/** Runs a command in the folder of the sources, with that Docker. */
type Commands = (command: string, ...words: string[]) => string;

/** Debian's `docker compose` is `docker-compose`. */
function commandsIn(sources: string, work: string): Commands {
  const bin = join(work, 'bin');
  mkdirSync(bin);
  const lines = [
    '#!/bin/sh',
    'if [ "$1" = compose ]; then shift; exec docker-compose "$@"; fi',
    'exec /usr/bin/docker "$@"',
  ];
  writeFileSync(join(bin, 'docker'), `${lines.join('\n')}\n`, { mode: 0o755 });
  const env = {
    PATH: [bin, process.env.PATH].join(delimiter),
    HOME: work,
    DOCKER_HOST: `unix://${work}/docker.sock`,
    COMPOSE_PROJECT_NAME: 'watchbill',
  };
  return (command, ...words) => run(command, words, { cwd: sources, env });
}

function makeImages(work: string, at: Commands): void {
  for (const { name, tar, env } of makeBaseImages(work)) {
    const changes = Object.entries(env).flatMap(([variable, value]) => ['--change', `ENV ${variable}=${value}`]);
    at('docker', 'import', ...changes, tar, name);
  }
  const services = join(work, 'services.tar');
  debianArchive(services, ['postgresql', 'redis-server', 'nginx'], []);
  at('docker', 'import', services, 'services');
  for (const [name, lines] of Object.entries(STAND_INS)) {
    const folder = join(work, name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'Dockerfile'), `FROM services\n${lines}\n`);
    at('docker', 'build', '--network', 'host', '--tag', name, folder);
  }
}

/** One container on SQLite, as in docs/operations.md. */
async function runAlone(at: Commands): Promise<void> {
  const flags = ['--read-only', '--cap-drop', 'all', '--volume', 'alone:/data', '--publish', '127.0.0.1:8090:8080'];
  at('docker', 'run', '--detach', '--name', 'alone', ...flags, 'watchbill');
  const stateOf = (what: string) => at('docker', 'inspect', '--format', `{{.State.${what}}}`, 'alone').trim();
  await until('the container is healthy', LIMIT_MS, () => stateOf('Health.Status') === 'healthy');
  assert.match(at('docker', 'exec', 'alone', 'cat', '/data/watchbill.first-start.txt'), /\/app\/welcome#/);
  at('docker', 'stop', 'alone');
  assert.equal(stateOf('ExitCode'), '0');
}

async function tryOut(docker: Namespaces, sources: string, at: Commands): Promise<void> {
  writeSettings(sources);
  const services = (...words: string[]) => at('docker', 'compose', ...FILES, ...words);
  const command = (...words: string[]) => services('run', '--rm', 'worker', ...words);
  services('up', '--detach');
  assert.match(command('users', 'link', '--email', 'owner@example.com'), /https:\/\/localhost\/app\/welcome#/);
  const [key = ''] = /wb_\w+/.exec(command('keys', 'create', '--email', 'owner@example.com')) ?? [];
  const gateway = at('docker', 'inspect', '--format', GATEWAY, services('ps', '-q', 'balancer').trim()).trim();
  const callAll = (round: string) =>
    // nginx may wait before it tries a server again.
    until(`${round}: both servers get requests`, LIMIT_MS, () => {
      docker.run(process.execPath, CLIENT, key, round);
      return SERVERS.every((server) => {
        const log = services('logs', '--no-color', '--tail', '100', server);
        // Requests of this machine come from the gateway, whatever they claim.
        return new RegExp(`"path":"/schedules/${round}".*"address":"${gateway}"`).test(log);
      });
    });

  await callAll('first');
  const metrics = services('exec', '-T', 'worker', 'node_modules/.bin/node', '-e', METRICS);
  assert.match(metrics, /^watchbill_worker_lag_seconds/m);
  // An upgrade replaces the containers, in any order, and the balancer stays.
  services('rm', '--stop', '--force', 'worker', ...SERVERS);
  for (const service of [...SERVERS, 'worker']) services('up', '--detach', '--no-deps', service);
  await callAll('upgraded');
  backUpAndRestore(at);
  await callAll('restored');

  services('stop');
  const stopped = at('docker', 'ps', '--all', '--format', '{{.Names}} {{.Status}}');
  for (const name of [...SERVERS, 'worker']) {
    assert.match(stopped, new RegExp(`^watchbill.${name}.1 Exited \\(0\\)`, 'm'));
  }
}

/** What the first lines of both files ask for. */
function writeSettings(sources: string): void {
  mkdirSync(join(sources, 'tls'));
  writeFileSync(join(sources, 'tls/watchbill.pem'), certificate.cert);
  writeFileSync(join(sources, 'tls/watchbill.key'), certificate.key);
  const settings = {
    WATCHBILL_SECRET: 'x'.repeat(32),
    // In an address, it would have to be encoded.
    POSTGRES_PASSWORD: 'a%b/c',
    WATCHBILL_URL: 'https://localhost',
    WATCHBILL_ACCESS_LOG: 'on',
    WATCHBILL_RATE_LIMIT: '100000',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(sources, '.env'), lines.join(''));
}

function backUpAndRestore(at: Commands): void {
  const [, lines = ''] = /```sh\n(docker compose exec -T postgres pg_dump[^`]*)```/.exec(DOCUMENT) ?? [];
  assert.match(lines, /pg_restore/);
  const script = `export COMPOSE_FILE=compose.yaml:deploy/compose.tls.yaml\nset -e\n${lines}`;
  at('sh', '-c', script);
}

/** The form of a Dockerfile for a program of the shell, whose words follow. */
function shell(program: string): string {
  return JSON.stringify(['sh', '-c', program, 'sh']);
}
