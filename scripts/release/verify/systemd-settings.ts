/** How the unit and the command of the `.deb` take their settings: the same ones, and what happens when one is wrong, missing or about something that is away. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Runs a command beside systemd, and returns what it prints; throws if it fails. */
export type Inside = (...words: string[]) => string;

const FILE = '/etc/watchbill/watchbill.env';
const LIMIT_MS = 60_000;
const HOME = '/usr/lib/watchbill';

const readHere = (name: string) => readFileSync(new URL(`settings/${name}`, import.meta.url), 'utf8');

export async function checkSettings(inside: Inside): Promise<void> {
  const before = inside('cat', FILE);
  const settings = readHere('watchbill.env');
  const write = (text: string, file = FILE) => inside('sh', '-c', 'printf %s "$1" > "$2"', 'sh', text, file);
  const property = (name: string) => inside('systemctl', 'show', 'watchbill', '--value', `--property=${name}`).trim();
  const status = (...words: string[]) => inside('sh', '-c', '"$@" > /dev/null 2>&1; echo $?', 'sh', ...words).trim();

  write(readHere('probe.cjs'), '/probe.cjs');
  write(settings);
  inside('systemctl', 'restart', 'watchbill');
  await isReady();
  commandHasTheEnvironmentOfTheService();
  linkOfTheCommandWorks();
  await wrongSettingIsTriedOnce();
  await databaseThatIsAwayIsTriedAgain();
  await missingFileIsNoOtherDatabase();

  write(before);
  inside('systemctl', 'restart', 'watchbill');
  await isReady();

  function commandHasTheEnvironmentOfTheService(): void {
    const service = Object.fromEntries(
      inside('cat', `/proc/${property('MainPID')}/environ`)
        .split('\0')
        .filter((each) => each !== '')
        .map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]),
    );
    assert.equal(service.TEST_HASH, 'a #b');
    const ofSystemd = [
      'INVOCATION_ID',
      'JOURNAL_STREAM',
      'STATE_DIRECTORY',
      'SYSTEMD_EXEC_PID',
      'LANG',
      'PATH',
      'SHELL',
    ];
    for (const name of ofSystemd) delete service[name];
    const ask = 'cd /srv && echo text | TEST_HASH=other TEST_OTHER=kept watchbill --version; echo " $?"';
    const [told = '', code] = inside('sh', '-c', ask)
      .trim()
      .split(/ (?=\d+$)/);
    const { env, ...rest } = JSON.parse(told);
    const uid = Number(inside('id', '-u', 'watchbill'));
    assert.deepEqual(rest, { given: 'text\n', folder: '/srv', user: uid, isTerminal: false });
    assert.equal(code, '7');
    assert.deepEqual(Object.fromEntries(Object.keys(service).map((name) => [name, env[name]])), service);
    const more = Object.keys(env).filter((name) => name.startsWith('TEST') && !(name in service));
    assert.deepEqual(more, ['TEST_OTHER']);
    const inTerminal = inside('script', '--quiet', '--command', 'watchbill --version', '/dev/null');
    assert.equal(JSON.parse(inTerminal).isTerminal, true);
    assert.match(
      inside('sh', '-c', 'setpriv --reuid=nobody --clear-groups watchbill keys list 2>&1 || true'),
      /^Only root and the user watchbill may read \/etc\/watchbill\/watchbill\.env\. Try: sudo watchbill keys list$/m,
    );
  }

  /** The service refuses a password that is too common only after it has accepted the link. */
  function linkOfTheCommandWorks(): void {
    const link = inside('watchbill', 'users', 'link', '--email', 'owner@example.com');
    const [, token] = /#(\S+)/.exec(link) ?? [];
    const use = `fetch('http://127.0.0.1:8080/sign_in_links/use', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-watchbill-request': '1', origin: 'http://localhost:8080' },
      body: JSON.stringify({ token: '${token}', password: 'password1234' }),
    }).then((answer) => answer.text()).then(console.log)`;
    assert.match(inside(`${HOME}/node`, '-e', use), /password must not be a common one/);
  }

  async function wrongSettingIsTriedOnce(): Promise<void> {
    write(`${settings}"\nPORT=http\n`);
    assert.equal(status('systemctl', 'restart', 'watchbill'), '0');
    await until(() => property('ActiveState') === 'failed');
    assert.deepEqual([property('ExecMainStatus'), property('NRestarts')], ['78', '0']);
  }

  async function databaseThatIsAwayIsTriedAgain(): Promise<void> {
    write(`${settings}"\nDATABASE_URL=postgres://watchbill@127.0.0.1:1/watchbill\n`);
    inside('systemctl', 'restart', 'watchbill');
    // More often than systemd's own limit of five starts, and there is no other.
    await until(() => Number(property('NRestarts')) > 5);
    assert.equal(property('StartLimitIntervalUSec'), '0');
    write(settings);
    await isReady();
  }

  async function missingFileIsNoOtherDatabase(): Promise<void> {
    inside('rm', FILE);
    assert.equal(status('dpkg', '--install', '/watchbill.deb'), '0');
    await until(() => property('ActiveState') === 'inactive');
    assert.equal(property('AssertResult'), 'no');
    assert.match(
      inside('sh', '-c', 'watchbill users link 2>&1 || true'),
      /^\/etc\/watchbill\/watchbill\.env does not exist\./,
    );
  }

  async function isReady(): Promise<void> {
    const ask = 'fetch("http://127.0.0.1:8080/readyz").then(({ status }) => console.log(status), () => {})';
    await until(() => inside(`${HOME}/node`, '-e', ask).trim() === '200');
  }
}

async function until(isSo: () => boolean): Promise<void> {
  for (const end = performance.now() + LIMIT_MS; !isSo(); await wait(200)) {
    if (performance.now() > end) throw new Error(`not so within ${LIMIT_MS / 1000} s: ${isSo}`);
  }
}
