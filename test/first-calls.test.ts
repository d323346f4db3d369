/** docs/first-calls.md as a newcomer would follow it: its commands, in a shell, against a service that was just started. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { run, startChild } from './support/servers/child-processes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test('docs/first-calls.md: from the first start to a covered shift', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'watchbill-first-calls-'));
  const environment = {
    ...process.env,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
    PORT: '0',
    DATABASE_URL: `sqlite:${join(folder, 'watchbill.db')}`,
  };
  const service = startChild(process.execPath, ['src/main.ts', 'serve'], { cwd: root, env: environment });
  try {
    const { key, url } = await welcome(service.stdout);
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', await walkthrough()], {
      cwd: root,
      env: { ...environment, KEY: key, URL: url },
    });
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      answers.map((answer) => Object.keys(answer)[0]),
      ['user', 'user', 'oncall', 'shifts', 'override', 'coverage_request', 'shifts'],
    );
    const [ada, grace, , , override, accepted, shifts] = answers;
    assert.deepEqual([ada.user.name, grace.user.name, override.override.users[0].name], ['Ada', 'Grace', 'Grace']);
    assert.equal(accepted.coverage_request.status, 'accepted');
    // A shift that runs already is covered from the moment of acceptance on, so only the ends stay what they were.
    const ends = new Set(shifts.shifts.map(({ end }: { end: string }) => end));
    assert.ok(accepted.coverage_request.shifts.length > 0);
    for (const { end } of accepted.coverage_request.shifts) assert.ok(ends.has(end), `not covered until ${end}`);
  } finally {
    service.kill();
    await once(service, 'exit');
    await rm(folder, { recursive: true });
  }
});

async function walkthrough(): Promise<string> {
  const document = await readFile(join(root, 'docs/first-calls.md'), 'utf8');
  const [, walk = ''] = /<!-- walkthrough -->(.*)<!-- \/walkthrough -->/s.exec(document) ?? [];
  return [...walk.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block).join('\n');
}

/** What the first start prints, copied as a person would. */
async function welcome(output: NodeJS.ReadableStream): Promise<{ key: string; url: string }> {
  let text = '';
  for await (const chunk of output) {
    text += chunk;
    const [, key, url] = /curl -H 'x-api-key: (wb_\w+)' (http:\S+)\/user\//.exec(text) ?? [];
    if (key !== undefined && url !== undefined) return { key, url };
  }
  throw new Error(`the service ended without a word of welcome: ${text}`);
}
