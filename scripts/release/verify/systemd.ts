/**
 * The package under a real systemd, in namespaces of its own: install, start, run a command, change a setting, upgrade, stop, remove, purge.
 */
import assert from 'node:assert/strict';
import { appendFileSync, cpSync, globSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inNamespaces } from './namespaces.ts';
import { ARCHITECTURE, needsRoot, run, type Step, until } from './step.ts';
import { checkSettings } from './systemd-settings.ts';

const BOOT = fileURLToPath(new URL('boot.sh', import.meta.url));
const INCLUDED = 'systemd-sysv,init-system-helpers,adduser,libatomic1,libstdc++6,ca-certificates';
const LIMIT_MS = 60_000;
const SETTINGS_FILE = 'etc/watchbill/watchbill.env';

/** The commands must read the secret as the service does, or their links are not valid. */
const SETTINGS = `PORT=8090\nWATCHBILL_SECRET="0123456789#abcdef \\" 0123456789\\\\abcdef"\n`;

/** For the Node of the package. Each prints a status. */
const READY =
  'fetch("http://127.0.0.1:" + process.argv[1] + "/readyz").then(({ status }) => console.log(status), () => {})';
const LOOK = `const service = "http://127.0.0.1:" + process.argv[1];
fetch(service + "/sign_in_links/look", {
  method: "POST",
  headers: { "content-type": "application/json", "x-watchbill-request": "1", origin: service },
  body: JSON.stringify({ token: process.argv[2] }),
}).then(({ status }) => console.log(status))`;

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
    const debian = await inNamespaces(['mount', 'pid', 'uts', 'ipc', 'net', 'cgroup'], [BOOT, root], 'systemd');
    try {
      await check(debian.run, root);
    } finally {
      await debian.end();
    }
  },
};

async function check(inside: (...words: string[]) => string, root: string): Promise<void> {
  const statusOf = (script: string, ...words: string[]) =>
    inside('/usr/lib/watchbill/node', '-e', script, ...words).trim();
  const isReady = (port: string) =>
    until(`the service is ready on port ${port}`, LIMIT_MS, () => statusOf(READY, port) === '200');
  const linkOfOwner = () => {
    const printed = inside('watchbill', 'users', 'link', '--email', 'owner@example.com');
    return /\/app\/welcome#(\S+)/.exec(printed)?.[1] ?? assert.fail(printed);
  };
  await until('systemd runs', LIMIT_MS, () => inside('systemctl', 'is-system-running').trim() === 'running');
  inside('apt-get', 'install', '--yes', '/watchbill.deb');
  await isReady('8080');
  assert.equal(inside('stat', '--format=%U %a', '/var/lib/watchbill/watchbill.db').trim(), 'watchbill 600');
  assert.match(inside('cat', '/var/lib/watchbill/watchbill.first-start.txt'), /\/app\/welcome#/);
  assert.equal(statusOf(LOOK, '8080', linkOfOwner()), '200');
  await checkSettings(inside);

  appendFileSync(join(root, SETTINGS_FILE), SETTINGS);
  inside('systemctl', 'restart', 'watchbill');
  await isReady('8090');
  assert.equal(statusOf(LOOK, '8090', linkOfOwner()), '200');
  // An upgrade keeps the settings, and starts the new version.
  const before = mainProcess(inside);
  inside('dpkg', '--install', '/watchbill.deb');
  await isReady('8090');
  assert.notEqual(mainProcess(inside), before);

  inside('systemctl', 'stop', 'watchbill');
  assert.match(
    inside('systemctl', 'show', 'watchbill', '--property=Result,ExecMainStatus'),
    /Result=success\nExecMainStatus=0/,
  );
  inside('systemctl', 'start', 'watchbill');
  for (const how of ['remove', 'purge']) {
    inside('apt-get', how, '--yes', 'watchbill');
    assert.throws(() => inside('systemctl', 'is-active', '--quiet', 'watchbill'));
    assert.ok(inside('ls', '/var/lib/watchbill').includes('watchbill.db'), how);
  }
}

function mainProcess(inside: (...words: string[]) => string): string {
  return inside('systemctl', 'show', 'watchbill', '--property=MainPID', '--value').trim();
}
