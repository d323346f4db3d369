/** `npm test` always ends, with a summary and the right exit code, and leaves no process behind. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually } from './support/drivers/worker.ts';
import { createFolder, run, startChild } from './support/servers/child-processes.ts';

const RUNNER = fileURLToPath(new URL('run.ts', import.meta.url));

/** How long processes sleep that a case leaves behind. Nothing else sleeps that long, so they can be found by it. */
const SECONDS = 1_000_000;

interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** The command and environment for a case. */
function commandFor(name: string, environment: Readonly<Record<string, string>>): [string[], NodeJS.ProcessEnv] {
  const file = fileURLToPath(new URL(`runner/${name}.case.ts`, import.meta.url));
  const { NODE_TEST_CONTEXT: _, ...own } = process.env;
  return [[RUNNER, file], { ...own, TEST_LIMIT_MS: '2000', ...environment }];
}

async function runCase(name: string, environment: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  const [words, env] = commandFor(name, environment);
  return run(process.execPath, words, { env }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  );
}

async function hasSleepers(mark: string): Promise<boolean> {
  const { stdout } = await run('ps', ['-A', '-o', 'args']);
  return stdout.split('\n').includes(`sleep ${mark}`);
}

describe('a run of the tests', { concurrency: 2 }, () => {
  const CASES = {
    hook: /the clean-up failed/,
    hanging: /test timed out after 2000ms/,
    blocked: /blocked for over 2000 ms: killed/,
    child: /3 !== 0/,
    killed: /SIGKILL|test failed/,
    browser: /a complaint of the page/,
    rejected: /left alone/,
    thrown: /left alone/,
  };
  for (const [i, [name, reason]] of Object.entries(CASES).entries()) {
    it(`ends with a summary and exit code 1 when a test fails: ${name}`, async () => {
      const mark = String(SECONDS + i);
      // A page takes longer to open.
      const limit = name === 'browser' ? { TEST_LIMIT_MS: '60000' } : {};
      const { code, output } = await runCase(name, { CASE_MARK: mark, ...limit });
      assert.equal(code, 1, output);
      assert.match(output, reason);
      assert.match(output, /^ℹ tests \d+$/m);
      assert.match(output, /^✖ failing tests:$/m);
      await eventually(async () => !(await hasSleepers(mark)), 'the processes that the case started are gone');
    });
  }

  const SIGNALS = { SIGTERM: [143, null], SIGINT: [130, null], SIGKILL: [null, 'SIGKILL'] } as const;
  for (const [i, [signal, outcome]] of Object.entries(SIGNALS).entries()) {
    it(`ends at once with ${signal}, and all that it started with it`, async () => {
      const mark = String(2 * SECONDS + i);
      const { path } = await createFolder('watchbill-interrupted-');
      const CASE_FILE = join(path, 'started');
      const [words, env] = commandFor('interrupted', { CASE_MARK: mark, CASE_FILE, TEST_LIMIT_MS: '60000' });
      const child = startChild(process.execPath, words, { env, stdio: 'ignore' });
      const exited = once(child, 'exit');
      // Only then is the process on the list of those that must end.
      await eventually(async () => existsSync(CASE_FILE) && hasSleepers(mark), 'the case runs');
      child.kill(signal as NodeJS.Signals);
      assert.deepEqual(await exited, outcome);
      await eventually(async () => !(await hasSleepers(mark)), 'the processes that the case started are gone');
    });
  }

  it('ends with exit code 1 and the name of the file when a file reports no test', async () => {
    const { code, output } = await runCase('silent');
    assert.equal(code, 1, output);
    assert.match(output, /^no test was reported from .*silent\.case\.ts$/m);
  });

  it('refuses a file that is not a test, in one line', async () => {
    const helper = fileURLToPath(new URL('races/process.ts', import.meta.url));
    const refused = run(process.execPath, [RUNNER, helper]);
    await assert.rejects(refused, { code: 1, stderr: /^npm test failed: \S*process\.ts is not a test: .*\n$/ });
  });

  it('counts every one of many tests that end at once', async () => {
    const { code, output } = await runCase('many', { TEST_LIMIT_MS: '60000' });
    assert.equal(code, 0, output.slice(-1000));
    assert.match(output, /^ℹ pass 3000$/m);
  });

  it('says in one line what is missing, and ends with exit code 1, if it cannot start', async () => {
    const { code, output } = await runCase('hook', {
      CHROMIUM_PATH: '/nowhere',
      PLAYWRIGHT_BROWSERS_PATH: '/nowhere',
      TEST_MAY_INSTALL: 'no',
    });
    assert.equal(code, 1);
    assert.match(output, /^npm test failed: The tests need Chromium \(.*\)\.\n$/);
  });
});
