/**
 * deploy/github/oncall.yaml: its steps are run by bash as GitHub's runner does it, against a running service. Stand-ins for `npx` and `gh` run the
 * built command and keep what would be sent to GitHub.
 */
import assert from 'node:assert/strict';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { VERSION } from '../../src/process/version.ts';
import { succeeded } from '../support/drivers/api.ts';
import { type Service, startService } from '../support/drivers/as-code.ts';
import { createFolder, run } from '../support/servers/child-processes.ts';
import { createSqlite } from '../support/servers/databases.ts';
import { compiledCode } from '../support/servers/server-process.ts';

const MAIN = fileURLToPath(new URL('../../bin/watchbill.mjs', import.meta.url));

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly env: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<'plan' | 'apply', { readonly steps: readonly Step[] }>>;
}

const { env: shared, jobs } = parse(await readFile('deploy/github/oncall.yaml', 'utf8')) as Workflow;

const FILE = `version: 1
managed_by: northwind
people:
  - { email: ada@example.com, name: Ada }
`;

describe('the workflow for GitHub Actions', () => {
  let service: Service;
  let folder: Awaited<ReturnType<typeof createFolder>>;

  before(async () => {
    service = await startService(createSqlite, '2026-11-18T12:00:00Z');
    folder = await createFolder('watchbill-workflow-');
    // The package, then the words of the command.
    await shim('npx', 'shift; [ "$1" = "$WATCHBILL" ] || exit 9; shift; exec "$NODE" "$MAIN" "$@"');
    await shim(
      'gh',
      'printf "%s\\n" "$*" >> calls.txt; case "$*" in *--paginate*) cat known.txt || exit 1;; *) cp comment.md sent.md;; esac',
    );
    await writeFile(join(folder.path, 'known.txt'), '');
  });
  after(async () => {
    await service.watchbill.stop();
    await folder.remove();
  });

  async function shim(name: string, lines: string): Promise<void> {
    await writeFile(join(folder.path, name), `#!/bin/sh\n${lines}\n`);
    await chmod(join(folder.path, name), 0o755);
  }

  /** Returns the exit code. */
  async function runStep(...given: Parameters<typeof stepOf>): Promise<number> {
    return stepOf(...given).then(
      () => 0,
      ({ code }: { code: number }) => code,
    );
  }

  async function outputOf(...given: Parameters<typeof stepOf>): Promise<string> {
    return (await stepOf(...given)).stdout;
  }

  /** Runs the step as the runner does it by default. */
  async function stepOf(job: keyof typeof jobs, name: string, key = service.address.key): Promise<{ stdout: string }> {
    const step = jobs[job].steps.find((one) => one.name === name);
    assert.ok(step?.run !== undefined);
    const given: Record<string, string> = {
      '${{ vars.WATCHBILL_URL }}': service.address.url,
      '${{ secrets.WATCHBILL_PLAN_KEY }}': key,
      '${{ secrets.WATCHBILL_API_KEY }}': key,
      '${{ github.token }}': 'token',
      'repos/${{ github.repository }}/issues/${{ github.event.pull_request.number }}/comments':
        'repos/me/x/issues/7/comments',
      'repos/${{ github.repository }}/issues/comments': 'repos/me/x/issues/comments',
    };
    const env = Object.fromEntries(
      Object.entries({ ...shared, ...step.env }).map(([key, value]) => [key, given[value] ?? value]),
    );
    assert.ok(!Object.values(env).some((value) => value.includes('${{')), JSON.stringify(env));
    const path = `${folder.path}:${process.env.PATH}`;
    const more = { PATH: path, NODE: process.execPath, MAIN, GITHUB_STEP_SUMMARY: join(folder.path, 'summary.md') };
    const options = { cwd: folder.path, env: { ...compiledCode(), ...env, ...more } };
    return run('bash', ['--norc', '-e', '-c', step.run], { ...options, encoding: 'utf8' });
  }

  const write = (content: string) => writeFile(join(folder.path, 'oncall.yaml'), content);
  const read = (name: string) => readFile(join(folder.path, name), 'utf8');

  it('runs this version, and puts nothing of a pull request into a script', () => {
    assert.equal(shared.WATCHBILL, `watchbill@${VERSION}`);
    for (const { run: lines = '' } of Object.values(jobs).flatMap(({ steps }) => steps))
      assert.doesNotMatch(lines, /\$\{\{/);
  });

  it('shows on a pull request what would change, and changes nothing', async () => {
    await write(FILE);
    assert.equal(await runStep('plan', 'Plan'), 0);
    assert.equal(await runStep('plan', 'Comment'), 0);
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
    assert.equal(await read('summary.md'), await read('sent.md'));
    assert.match(
      await read('calls.txt'),
      /^api --silent repos\/me\/x\/issues\/7\/comments --field body=@comment\.md$/m,
    );
    const { users } = succeeded(await service.watchbill.owner.get('/users/'));
    assert.equal(users.length, 1);
  });

  it('changes its comment at the next push, and fails for a mistake, which it shows', async () => {
    await writeFile(join(folder.path, 'known.txt'), '41\n');
    await write(FILE.replace('name: Ada', 'nam: Ada'));
    assert.equal(await runStep('plan', 'Plan'), 1);
    assert.equal(await runStep('plan', 'Comment'), 0);
    assert.match(await read('calls.txt'), /^api --silent --method PATCH repos\/me\/x\/issues\/comments\/41 --field/m);
    assert.match(
      await read('sent.md'),
      /### On call: this cannot be applied\n\n {4}oncall\.yaml:4:\d+ people\[0\]\.name is required\.\n/,
    );
    await write(FILE);
    assert.equal(await runStep('plan', 'Plan', 'wb_wrong'), 1);
    // If the comments cannot be listed, none is posted a second time.
    await rm(join(folder.path, 'known.txt'));
    await writeFile(join(folder.path, 'calls.txt'), '');
    assert.equal(await runStep('plan', 'Comment'), 1);
    assert.equal((await read('calls.txt')).trim().split('\n').length, 1);
    await writeFile(join(folder.path, 'known.txt'), '41\n');
  });

  it('applies the file on the main branch, and then has nothing to change', async () => {
    await write(FILE);
    assert.equal(await runStep('apply', 'Apply'), 0);
    const { users } = succeeded(await service.watchbill.owner.get('/users/'));
    assert.equal(users.length, 2);
    assert.equal(await runStep('plan', 'Plan'), 0);
    assert.match(await read('comment.md'), /### On call: this changes nothing\n\n {4}Nothing to change: all 1 match/);
  });

  it('prints no name of a plan where the runner would take it for a command', async () => {
    await write(`${FILE}  - { email: eve@example.com, name: "::error::Eve" }\n`);
    for (const [job, name] of [
      ['plan', 'Plan'],
      ['apply', 'Apply'],
    ] as const) {
      const printed = await outputOf(job, name);
      const [, token, said = ''] = /^::stop-commands::([0-9a-f]{32})\n(.*)$/s.exec(printed) ?? [];
      assert.ok(token !== undefined && said.includes('::error::Eve'), printed);
      assert.equal(said.split(`::${token}::`).length, job === 'plan' ? 2 : 1);
    }
  });

  it('shortens a plan that is too long for a comment', async () => {
    const people = Array.from({ length: 1_500 }, (_, i) => `  - { email: p${i}@example.com, name: Person ${i} }\n`);
    await write(FILE + people.join(''));
    assert.equal(await runStep('plan', 'Plan'), 0);
    const comment = await read('comment.md');
    assert.ok(comment.length < 65_536, `${comment.length}`);
    assert.match(comment, /\n\nThe rest is in the log of this run\.\n$/);
  });
});
