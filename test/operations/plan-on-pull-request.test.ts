/**
 * deploy/github/oncall.yaml: its steps are run by bash as GitHub's runner does it, in the checkout of a hostile pull request, against a running service.
 * A stand-in for `gh` answers from a real repository, and keeps what would be sent to GitHub. The package is a real one, with a link to the built command.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { VERSION } from '../../src/process/version.ts';
import { succeeded } from '../support/drivers/api.ts';
import { type Service, startService } from '../support/drivers/as-code.ts';
import { createFolder, run, runLines } from '../support/servers/child-processes.ts';
import { createSqlite } from '../support/servers/databases.ts';
import { compiledCode } from '../support/servers/server-process.ts';

const MAIN = fileURLToPath(new URL('../../bin/watchbill.mjs', import.meta.url));

/** A step takes a second. */
const STEP_LIMIT_MS = 5 * 60_000;

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly steps: readonly Step[];
  readonly permissions?: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<'plan' | 'apply', Job>>;
}

const workflow = parse(await readFile('deploy/github/oncall.yaml', 'utf8')) as Workflow;
const { env: shared, jobs } = workflow;
const steps = Object.values(jobs).flatMap((job) => job.steps);

const FILE = `version: 1
managed_by: northwind
people:
  - { email: ada@example.com, name: Ada }
`;

/** What `gh` is asked for in the steps. For a link that leads out of the repository, GitHub describes the link. */
const GH = `#!/bin/sh
printf '%s\\n' "$*" >> "$RUNNER_TEMP/calls.txt"
case "$*" in
  'release download '*) cp "$ASSET" watchbill.deb ;;
  *'/contents/'*)
    commit=\${4##*ref=}
    case $(git -C "$REPOSITORY" ls-tree "$commit" oncall.yaml) in
      120000*) printf '{"type":"symlink","target":"%s"}' "$(git -C "$REPOSITORY" cat-file blob "$commit:oncall.yaml")" ;;
      100644*) git -C "$REPOSITORY" cat-file blob "$commit:oncall.yaml" ;;
      *) echo 'gh: Not Found (HTTP 404)' >&2; exit 1 ;;
    esac ;;
  *--paginate*) cat known.txt || exit 1 ;;
  *) cp comment.md sent.md ;;
esac
`;

describe('the workflow for GitHub Actions', () => {
  let service: Service;
  let folder: Awaited<ReturnType<typeof createFolder>>;
  let hash: string;
  const at = (...names: string[]) => join(folder.path, ...names);

  before(async () => {
    service = await startService(createSqlite, '2026-11-18T12:00:00Z');
    folder = await createFolder('watchbill-workflow-');
    for (const name of ['programs', 'temp', 'checkout']) await mkdir(at(name));
    await program(at('programs/gh'), GH);
    hash = await makePackage(at('asset.deb'), `import ${JSON.stringify(pathToFileURL(MAIN).href)};`);
    await makePullRequest();
  });
  beforeEach(() => writeFile(at('temp/known.txt'), ''));
  after(async () => {
    await service.watchbill.stop();
    await folder.remove();
  });

  async function program(path: string, content: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    await chmod(path, 0o755);
  }

  /** The Debian package as `npm run release` lays it out. Returns its hash. */
  async function makePackage(path: string, main: string): Promise<string> {
    const tree = at('tree');
    await rm(tree, { recursive: true, force: true });
    await mkdir(join(tree, 'usr/lib/watchbill/bin'), { recursive: true });
    await mkdir(join(tree, 'DEBIAN'));
    await symlink(process.execPath, join(tree, 'usr/lib/watchbill/node'));
    await writeFile(join(tree, 'usr/lib/watchbill/bin/watchbill.mjs'), main);
    await writeFile(
      join(tree, 'DEBIAN/control'),
      'Package: watchbill\nVersion: 1\nArchitecture: amd64\nMaintainer: A <a@example.com>\nDescription: Test\n',
    );
    await run('dpkg-deb', ['--root-owner-group', '--build', tree, path]);
    return createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  }

  /** What npm, npx, node, bash, git and gh could take for a program or a setting of theirs, and what the steps write or unpack themselves. */
  async function makePullRequest(): Promise<void> {
    const ran = (name: string) => `printf '%s\\n' "${name} $WATCHBILL_API_KEY $GH_TOKEN" >> "${at('ran.txt')}"\n`;
    const script = (name: string) => `#!/bin/sh\n${ran(name)}`;
    const module = `require('node:fs').appendFileSync(${JSON.stringify(at('ran.txt'))}, __filename + '\\n');\n`;
    const checkout = (...names: string[]) => at('checkout', ...names);
    await runLines('git init --quiet --initial-branch main', { cwd: checkout() });
    for (const name of ['gh', 'node', 'npm', 'npx', 'dpkg-deb', 'sha256sum', 'watchbill', 'git', 'sed', 'evil.sh'])
      await program(checkout(name), script(name));
    for (const path of ['node_modules/.bin/watchbill', 'bin/watchbill.mjs', 'usr/lib/watchbill/node'])
      await program(checkout(path), script(path));
    await writeFile(checkout('evil.cjs'), module);
    await writeFile(
      checkout('.npmrc'),
      `script-shell=${checkout('evil.sh')}\nshell=${checkout('evil.sh')}\nnode-options=--require ${checkout('evil.cjs')}
prefix=${checkout()}\nregistry=http://127.0.0.1:9/\ngit=${checkout('evil.sh')}\nignore-scripts=false\nyes=true\n`,
    );
    await mkdir(checkout('node_modules/watchbill'), { recursive: true });
    const manifest = {
      name: 'watchbill',
      version: VERSION,
      type: 'commonjs',
      main: 'evil.cjs',
      bin: { watchbill: 'evil.cjs' },
      scripts: { preinstall: './evil.sh', install: './evil.sh', prepare: './evil.sh', watchbill: './evil.sh' },
      imports: { '#*': './evil.cjs' },
    };
    for (const place of ['.', 'node_modules/watchbill']) {
      await writeFile(checkout(place, 'package.json'), JSON.stringify(manifest));
      await writeFile(checkout(place, 'evil.cjs'), module);
    }
    await writeFile(
      checkout('.env'),
      `NODE_OPTIONS=--require ${checkout('evil.cjs')}\nWATCHBILL_URL=http://127.0.0.1:9\n`,
    );
    await writeFile(checkout('node.config.json'), JSON.stringify({ nodeOptions: { import: ['./evil.cjs'] } }));
    for (const name of ['.bashrc', '.profile', '.bash_profile', '.envrc']) await writeFile(checkout(name), ran(name));
    for (const name of ['.node-version', '.nvmrc', '.tool-versions']) await writeFile(checkout(name), '0.10.0\n');
    await writeFile(checkout('.gitattributes'), '* filter=evil diff=evil export-subst\n');
    for (const name of ['plan.txt', 'errors.txt', 'shown.txt', 'comment.md', 'known.txt'])
      await symlink('/proc/self/environ', checkout(name));
    await program(checkout('watchbill.deb'), script('watchbill.deb'));
  }

  /** Commits oncall.yaml to the pull request; undefined: without it. Returns the commit. */
  async function push(file: string | { readonly link: string } | undefined): Promise<string> {
    const path = at('checkout/oncall.yaml');
    await rm(path, { force: true });
    if (typeof file === 'string') await writeFile(path, file);
    else if (file !== undefined) await symlink(file.link, path);
    const commit = 'git -c user.name=Eve -c user.email=eve@example.com commit --quiet --allow-empty --message change';
    const { stdout } = await runLines(`git add --all --force; ${commit}; git rev-parse HEAD`, { cwd: at('checkout') });
    return String(stdout).trim();
  }

  interface Ended {
    readonly code: number;
    readonly stdout: string;
    readonly stderr: string;
  }

  interface Given {
    readonly key?: string;
    readonly env?: Readonly<Record<string, string>>;
  }

  /** Runs the step as the runner does it by default. */
  async function step(job: keyof typeof jobs, name: string, commit: string, { key, env }: Given = {}): Promise<Ended> {
    const found = jobs[job].steps.find((one) => one.name === name);
    assert.ok(found?.run !== undefined);
    const secret = key ?? service.address.key;
    const values: Record<string, string> = {
      '${{ vars.WATCHBILL_URL }}': service.address.url,
      '${{ secrets.WATCHBILL_PLAN_KEY }}': secret,
      '${{ secrets.WATCHBILL_API_KEY }}': secret,
      '${{ github.token }}': 'secret-token',
      'repos/${{ github.repository }}/issues/${{ github.event.pull_request.number }}/comments':
        'repos/me/x/issues/7/comments',
      'repos/${{ github.repository }}/issues/comments': 'repos/me/x/issues/comments',
    };
    const given = Object.fromEntries(
      Object.entries({ ...shared, ...found.env }).map(([variable, value]) => [variable, values[value] ?? value]),
    );
    assert.ok(!Object.values(given).some((value) => value.includes('${{')), JSON.stringify(given));
    const ofRunner = {
      PATH: `${at('programs')}:${process.env.PATH}`,
      HOME: folder.path,
      RUNNER_TEMP: at('temp'),
      GITHUB_WORKSPACE: at('checkout'),
      GITHUB_REPOSITORY: 'me/x',
      GITHUB_SHA: commit,
      GITHUB_STEP_SUMMARY: at('summary.md'),
      ASSET: at('asset.deb'),
      REPOSITORY: at('checkout'),
    };
    const options = {
      cwd: at('checkout'),
      env: { ...compiledCode(), ...given, WATCHBILL_SHA256: hash, ...ofRunner, ...env },
      encoding: 'utf8',
      // A step that reads a pipe would wait for ever.
      timeout: STEP_LIMIT_MS,
    } as const;
    return run('bash', ['--norc', '-e', '-c', found.run], options).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }),
    );
  }

  /** Runs the steps of the job one after the other, up to the first that fails; of a pull request, also the comment. Returns the exit code. */
  async function runJob(job: keyof typeof jobs, file: Parameters<typeof push>[0], given: Given = {}): Promise<Ended> {
    const commit = await push(file);
    let ended = await step(job, 'Fetch', commit, given);
    if (ended.code !== 0) return ended;
    ended = await step(job, job === 'plan' ? 'Plan' : 'Apply', commit, given);
    if (job === 'plan') assert.equal((await step(job, 'Comment', commit, given)).code, 0);
    return ended;
  }

  const read = (name: string) => readFile(at('temp', name), 'utf8');

  async function countPeople(): Promise<number> {
    return succeeded(await service.watchbill.owner.get('/users/')).users.length;
  }

  it('uses no code of others but by its hash, and puts nothing of a pull request into a script', () => {
    assert.equal(shared.WATCHBILL_RELEASE, `watchbill-${VERSION}`);
    for (const { uses, run: lines = '', ...rest } of steps) {
      if (uses !== undefined) assert.match(uses, /@[0-9a-f]{40}$/);
      if (uses?.startsWith('actions/checkout@')) assert.equal(rest.with?.['persist-credentials'], false);
      assert.doesNotMatch(lines, /\$\{\{/);
      assert.doesNotMatch(lines, /\b(npx|npm|yarn|pnpm|pip|curl .*\| *(ba)?sh)\b/);
    }
    // With pull_request_target, a pull request of a fork would get the key.
    assert.deepEqual(Object.keys(workflow.on).sort(), ['pull_request', 'push']);
  });

  it('gives each step only the secret that it needs', () => {
    const secretsOf = ({ env = {} }: Step) =>
      Object.values(env).flatMap((value) => value.match(/secrets\.\w+|github\.token/g) ?? []);
    assert.deepEqual(
      steps.map((one) => [one.name, ...secretsOf(one)]),
      [
        ['Fetch', 'github.token'],
        ['Plan', 'secrets.WATCHBILL_PLAN_KEY'],
        ['Comment', 'github.token'],
        ['Fetch', 'github.token'],
        ['Apply', 'secrets.WATCHBILL_API_KEY'],
      ],
    );
    assert.deepEqual(workflow.permissions, { contents: 'read' });
    assert.deepEqual(jobs.plan.permissions, { contents: 'read', 'pull-requests': 'write' });
    assert.equal(jobs.apply.permissions, undefined);
  });

  it('shows on a pull request what would change, and changes nothing', async () => {
    assert.equal((await runJob('plan', FILE)).code, 0);
    assert.equal(
      await read('sent.md'),
      `<!-- watchbill plan -->
### On call: what this changes

    + person Ada (ada@example.com)
        standard, member seat
    
    1 to create, 0 to change, 0 to delete, 0 unchanged.
    This is a plan: nothing was changed.
`,
    );
    assert.equal(await readFile(at('summary.md'), 'utf8'), await read('sent.md'));
    const calls = await read('calls.txt');
    assert.match(
      calls,
      /^release download watchbill-\S+ --repo me\/x --pattern \*_amd64\.deb --output watchbill\.deb --clobber$/m,
    );
    assert.match(
      calls,
      /^api --header Accept: application\/vnd\.github\.raw\+json repos\/me\/x\/contents\/oncall\.yaml\?ref=[0-9a-f]{40}$/m,
    );
    assert.match(calls, /^api --silent repos\/me\/x\/issues\/7\/comments --field body=@comment\.md$/m);
    assert.equal(await countPeople(), 1);
  });

  it('changes its comment at the next push, and fails for a mistake, which it shows', async () => {
    await writeFile(at('temp/known.txt'), '41\n');
    assert.equal((await runJob('plan', FILE.replace('name: Ada', 'nam: Ada'))).code, 1);
    assert.match(await read('calls.txt'), /^api --silent --method PATCH repos\/me\/x\/issues\/comments\/41 --field/m);
    assert.match(
      await read('sent.md'),
      /### On call: this cannot be applied\n\n {4}oncall\.yaml:4:\d+ people\[0\]\.name is required\.\n/,
    );
    assert.equal((await runJob('plan', FILE, { key: 'wb_wrong' })).code, 1);
    // If the comments cannot be listed, none is posted a second time.
    await rm(at('temp/known.txt'));
    await writeFile(at('temp/calls.txt'), '');
    assert.equal((await step('plan', 'Comment', '')).code, 1);
    assert.equal((await read('calls.txt')).trim().split('\n').length, 1);
  });

  it('applies the file on the main branch, and then has nothing to change', async () => {
    assert.equal((await runJob('apply', FILE)).code, 0);
    assert.equal(await countPeople(), 2);
    assert.equal((await runJob('plan', FILE)).code, 0);
    assert.match(await read('comment.md'), /### On call: this changes nothing\n\n {4}Nothing to change: all 1 match/);
  });

  it('prints no name of a plan where the runner would take it for a command', async () => {
    for (const job of ['plan', 'apply'] as const) {
      const { stdout } = await runJob(job, `${FILE}  - { email: eve@example.com, name: "::error::Eve" }\n`);
      const [, token, said = ''] = /^::stop-commands::([0-9a-f]{32})\n(.*)$/s.exec(stdout) ?? [];
      assert.ok(token !== undefined && said.includes('::error::Eve'), stdout);
      assert.equal(said.split(`::${token}::`).length, job === 'plan' ? 2 : 1);
    }
  });

  it('shows characters that control a terminal or end a line of a comment as a replacement', async () => {
    const text = '\u001bc\u009b31m\u202e\r@everyone\u0085![](http://127.0.0.1/)';
    assert.equal((await runJob('plan', `${FILE}${JSON.stringify(text).replaceAll('"', '')}: 1\n${text}: 2\n`)).code, 1);
    for (const line of (await read('sent.md')).split(/[\n\r\u0085\u2028\u2029]/).slice(3))
      assert.match(line, /^( {4}|$)/);
    assert.doesNotMatch(await read('sent.md'), /[^\P{Cc}\n]|\p{Bidi_Control}/u);
  });

  it('shortens a plan that is too long for a comment', async () => {
    const people = Array.from({ length: 1_500 }, (_, i) => `  - { email: p${i}@example.com, name: Person ${i} }\n`);
    assert.equal((await runJob('plan', FILE + people.join(''))).code, 0);
    const comment = await read('comment.md');
    assert.ok(comment.length < 65_536, `${comment.length}`);
    assert.match(comment, /\n\nThe rest is in the log of this run\.\n$/);
  });

  it('runs nothing of the repository, and reads no setting there', async () => {
    assert.equal((await runJob('plan', FILE)).code, 0);
    assert.equal((await runJob('apply', FILE)).code, 0);
    await assert.rejects(readFile(at('ran.txt')), { code: 'ENOENT' });
  });

  it('follows no link of the repository', async () => {
    for (const link of ['/proc/self/environ', '../temp/watchbill.deb', '.env']) {
      for (const job of ['plan', 'apply'] as const) {
        const { code, stdout, stderr } = await runJob(job, { link });
        assert.equal(code, 1);
        assert.match(stdout + stderr, /oncall\.yaml:1:\d+ version and managed_by are required\.\n/);
        const shown = stdout + stderr + (await read('sent.md'));
        for (const secret of [service.address.key, 'secret-token', 'RUNNER_TEMP', 'NODE_OPTIONS'])
          assert.ok(!shown.includes(secret), shown);
      }
    }
  });

  it('waits for no pipe that is in the folder of a checkout', async () => {
    const commit = await push(FILE);
    await rm(at('checkout/oncall.yaml'));
    await run('mkfifo', [at('checkout/oncall.yaml')]);
    for (const name of ['Fetch', 'Plan', 'Comment']) assert.equal((await step('plan', name, commit)).code, 0);
    await rm(at('checkout/oncall.yaml'));
  });

  it('fails before anything runs if the package is another one, or if the workflow has no hash yet', async () => {
    await makePackage(
      at('other.deb'),
      `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(at('ran.txt'))}, '');`,
    );
    const commit = await push(FILE);
    await rm(at('temp/watchbill'), { recursive: true });
    for (const env of [
      { ASSET: at('other.deb') },
      { WATCHBILL_SHA256: shared.WATCHBILL_SHA256 ?? '' },
      { WATCHBILL_SHA256: '' },
    ]) {
      assert.notEqual((await step('apply', 'Fetch', commit, { env })).code, 0);
      assert.notEqual((await step('apply', 'Apply', commit, { env })).code, 0);
    }
    await assert.rejects(readFile(at('ran.txt')), { code: 'ENOENT' });
  });

  it('is done by the lines of the documentation too, which leave the file alone that a link names', async () => {
    const [, lines = ''] =
      /```sh\n(set -e\ncd "\$\(mktemp.*?)```/s.exec(await readFile('docs/schedules-as-code.md', 'utf8')) ?? [];
    const plan = async (file: Parameters<typeof push>[0], sha256 = hash) => {
      const env = {
        ...compiledCode(),
        PATH: process.env.PATH,
        TMPDIR: at('temp'),
        CHECKOUT: at('checkout'),
        COMMIT: await push(file),
        PACKAGE: at('asset.deb'),
        SHA256: sha256,
        WATCHBILL_URL: service.address.url,
        WATCHBILL_API_KEY: service.address.key,
      };
      return run('bash', ['--norc', '-c', lines], { cwd: at('checkout'), env, timeout: STEP_LIMIT_MS }).then(
        ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
        ({ code, stdout, stderr }: Ended) => ({ code, said: stdout + stderr }),
      );
    };
    const changed = await plan(FILE.replace('name: Ada', 'name: Countess'));
    assert.deepEqual([changed.code, changed.said.includes('~ name: "Ada" → "Countess"')], [2, true]);
    const linked = await plan({ link: '/proc/self/environ' });
    assert.deepEqual([linked.code, linked.said.includes(service.address.key)], [1, false]);
    const other = await plan(FILE, '0'.repeat(64));
    assert.equal(other.code, 1);
    assert.doesNotMatch(other.said, /Nothing to change/);
    await assert.rejects(readFile(at('ran.txt')), { code: 'ENOENT' });
  });

  it('says that the file is gone', async () => {
    const { code, stderr } = await runJob('plan', undefined);
    assert.deepEqual([code, stderr], [1, 'gh: Not Found (HTTP 404)\n']);
  });
});
