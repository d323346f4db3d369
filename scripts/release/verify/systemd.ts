/** The package under a real systemd, in namespaces of its own: install, start, run a command, stop, remove. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { needsRoot, run, type Step } from './step.ts';
import { checkSettings } from './systemd-settings.ts';

const BOOT = fileURLToPath(new URL('boot.sh', import.meta.url));
const INCLUDED = 'systemd-sysv,init-system-helpers,adduser,libatomic1,libstdc++6';
const START_LIMIT_MS = 60_000;
const ARCHITECTURE = arch() === 'arm64' ? 'arm64' : 'amd64';
const HEALTH = 'fetch("http://127.0.0.1:8080/readyz").then(({ status }) => console.log(status), () => {})';

export const systemd: Step = {
  name: 'systemd',
  needs: { mmdebstrap: 'mmdebstrap', unshare: 'util-linux', nsenter: 'util-linux' },
  missing: needsRoot,
  async run({ release, work }) {
    const root = join(work, 'root');
    mkdirSync(root);
    run('mmdebstrap', ['--quiet', '--variant=minbase', `--include=${INCLUDED}`, 'bookworm', root]);
    const [file = ''] = globSync(`*_${ARCHITECTURE}.deb`, { cwd: release });
    cpSync(join(release, file), join(root, 'watchbill.deb'));
    const namespaces = ['--mount', '--pid', '--uts', '--ipc', '--net', '--cgroup'];
    const outer = spawn('unshare', [...namespaces, '--fork', '--kill-child', 'sh', BOOT, root], { stdio: 'ignore' });
    try {
      const target = ['--target', await firstProcessOf(outer), ...namespaces, '--'];
      await check((...words) => run('nsenter', [...target, ...words], { env: { PATH: process.env.PATH } }));
    } finally {
      outer.kill('SIGKILL');
      await once(outer, 'exit');
    }
  },
};

async function check(inside: (...words: string[]) => string): Promise<void> {
  await until(() => inside('systemctl', 'is-system-running').trim() === 'running');
  inside('dpkg', '--install', '/watchbill.deb');
  await until(() => inside('/usr/lib/watchbill/node', '-e', HEALTH).trim() === '200');
  assert.equal(inside('stat', '--format=%U %a', '/var/lib/watchbill/watchbill.db').trim(), 'watchbill 600');
  assert.match(inside('watchbill', 'users', 'link', '--email', 'owner@example.com'), /\/app\/welcome#/);
  await checkSettings(inside);
  inside('systemctl', 'stop', 'watchbill');
  assert.match(
    inside('systemctl', 'show', 'watchbill', '--property=Result,ExecMainStatus'),
    /Result=success\nExecMainStatus=0/,
  );
  inside('systemctl', 'start', 'watchbill');
  inside('dpkg', '--remove', 'watchbill');
  assert.throws(() => inside('systemctl', 'is-active', '--quiet', 'watchbill'));
  assert.ok(inside('ls', '/var/lib/watchbill').includes('watchbill.db'));
}

/** The process that is the first of the new namespace, as this one numbers it. */
async function firstProcessOf({ pid }: ChildProcess): Promise<string> {
  const children = `/proc/${pid}/task/${pid}/children`;
  let first = '';
  await until(() => {
    first = existsSync(children) ? readFileSync(children, 'utf8').trim() : '';
    return (
      first !== '' &&
      readdirSync(`/proc/${first}`).length > 0 &&
      readFileSync(`/proc/${first}/comm`, 'utf8') === 'systemd\n'
    );
  });
  return first;
}

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + START_LIMIT_MS;
  for (let error: unknown; ; await wait(200)) {
    try {
      if (isSo()) return;
    } catch (thrown) {
      error = thrown;
    }
    if (performance.now() > end) throw new Error(`not so within ${START_LIMIT_MS / 1000} s: ${isSo}`, { cause: error });
  }
}
