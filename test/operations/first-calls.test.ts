/** Runs the commands of docs/first-calls.md and docs/integrations.md in a shell, against a service that was just started. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { run, runLines, startChild } from '../support/servers/child-processes.ts';
import { freePort } from '../support/servers/ports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('docs/first-calls.md: from the first start to a covered shift', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'watchbill-first-calls-'));
  const environment = {
    ...process.env,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
    PORT: '0',
    DATABASE_URL: `sqlite:${join(folder, 'watchbill.db')}`,
    WATCHBILL_WEBHOOK_ALLOW: '127.0.0.0/8',
  };
  const service = startChild(process.execPath, ['bin/watchbill.mjs', 'serve'], { cwd: root, env: environment });
  try {
    const { key, url } = await welcome(service.stdout);
    const { stdout } = await runLines(await walkthrough(), {
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
    await integrationsWork({
      ...environment,
      KEY: key,
      URL: url,
      SCHEDULE: answers[2].oncall[0].schedule_reference.id,
    });
    const [ada, grace, , , override, accepted, shifts] = answers;
    assert.deepEqual([ada.user.name, grace.user.name, override.override.users[0].name], ['Ada', 'Grace', 'Grace']);
    assert.equal(accepted.coverage_request.status, 'accepted');
    // A running shift is covered from the acceptance on, so only the ends stay the same.
    const ends = new Set(shifts.shifts.map(({ end }: { end: string }) => end));
    assert.ok(accepted.coverage_request.shifts.length > 0);
    for (const { end } of accepted.coverage_request.shifts) assert.ok(ends.has(end), `not covered until ${end}`);
  } finally {
    service.kill();
    await once(service, 'exit');
    await rm(folder, { recursive: true });
  }
});

/** The runnable examples of docs/integrations.md, with the schedule of the walkthrough. */
async function integrationsWork(environment: NodeJS.ProcessEnv & { KEY: string; URL: string; SCHEDULE: string }) {
  const { KEY, URL, SCHEDULE } = environment;
  const document = await readFile(join(root, 'docs/integrations.md'), 'utf8');
  async function post(method: string, path: string, body: object) {
    const headers = { 'x-api-key': KEY, 'content-type': 'application/json' };
    const answer = await fetch(URL + path, { method, headers, body: JSON.stringify(body) });
    assert.ok(answer.ok, await answer.clone().text());
    return answer.json();
  }
  await post('PUT', `/schedules/${SCHEDULE}/chat_user_group/`, { name: 'Primary', handle: 'primary' });
  const blocks = [...document.matchAll(/<!-- run -->\n```sh\n(.*?)```/gs)].map(([, block = '']) => block);
  const inShell = (lines: string, env = environment) => run('sh', ['-c', lines], { cwd: root, env, encoding: 'utf8' });
  const { stdout } = await inShell(blocks.join('\n'));
  const [group, email, now, next, feed = '', ...more] = stdout.trim().split('\n');
  assert.match(group ?? '', /^grp_/);
  assert.match(email ?? '', /^(ada|grace)@example\.com$/);
  for (const shift of [now, next]) assert.match(shift ?? '', /^\d{4}-\d\d-\d\dT\S+ (Ada|Grace)$/);
  assert.match(feed, /\/calendars\/[\w-]+\.ics$/);
  assert.match(await (await fetch(feed)).text(), /^BEGIN:VCALENDAR\r\n/);
  assert.deepEqual(more, []);
  for (const block of blocks) await assert.rejects(inShell(block, { ...environment, KEY: 'wb_wrong' }), { code: 22 });
  const [, whoIsOnCall = ''] = blocks;
  await assert.rejects(inShell(whoIsOnCall.replace('name=Primary', 'name=Prim')), { code: 4, stdout: '' });

  const [, source = ''] = /<!-- receiver -->\n```js\n(.*?)```/s.exec(document) ?? [];
  const port = await freePort();
  const hook = { url: `http://127.0.0.1:${port}/`, events: ['oncall.changed'] };
  const { secret } = await post('POST', '/webhooks/', hook);
  const receiver = startChild(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: root,
    env: { ...environment, SECRET: secret, PORT: String(port) },
  });
  try {
    const other = email === 'ada@example.com' ? 'grace@example.com' : 'ada@example.com';
    const hour = new Date(Date.now() + 3_600_000).toISOString();
    const user_references = [{ type: 'email', value: other }];
    await post('POST', `/schedules/${SCHEDULE}/overrides/`, {
      start: new Date().toISOString(),
      end: hour,
      user_references,
    });
    const [line] = await once(createInterface(receiver.stdout), 'line');
    assert.equal(line, `Primary: ${other}`);
  } finally {
    receiver.kill();
    await once(receiver, 'exit');
  }
}

async function walkthrough(): Promise<string> {
  const document = await readFile(join(root, 'docs/first-calls.md'), 'utf8');
  const [, walk = ''] = /<!-- walkthrough -->(.*)<!-- \/walkthrough -->/s.exec(document) ?? [];
  return [...walk.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block).join('\n');
}

/** Reads what the first start shows, as a person would, when it is ready. */
async function welcome(output: NodeJS.ReadableStream): Promise<{ key: string; url: string }> {
  let shownIn = '';
  for await (const line of createInterface(output)) {
    const { file, message } = JSON.parse(line) as { file?: string; message: string };
    shownIn = file ?? shownIn;
    if (message !== 'listening') continue;
    const text = await readFile(shownIn, 'utf8');
    const [, key = '', url = ''] = /curl -H 'x-api-key: (wb_\w+)' (http:\S+)\/user\//.exec(text) ?? [];
    return { key, url };
  }
  throw new Error('the service ended without a word of welcome');
}
