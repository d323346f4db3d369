/** Runs the commands of docs/moving-in.md in a shell, between the API of a product and our service. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PRODUCTS } from '../../src/moving-in/source.ts';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { startProductServer } from '../support/fakes/product-server.ts';
import { createFolder, runLines } from '../support/servers/child-processes.ts';
import { createSqlite, type TestDatabase } from '../support/servers/databases.ts';
import { commandFlags } from '../support/servers/quick-start.ts';
import { type ServerProcess, startCommand, startServer, stopped } from '../support/servers/server-process.ts';
import { answersOf, KEY } from './product-answers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const DOCUMENT = readFileSync(join(root, 'docs/moving-in.md'), 'utf8');

/** The commands in the document start npm, which takes longer than the commands themselves. */
const NPM = `npm() { node ${commandFlags().join(' ')} ${join(root, 'bin/watchbill.mjs')} "\${@:5}"; }\n`;

describe('docs/moving-in.md', () => {
  let place: TestDatabase;
  let server: ServerProcess;
  let folder: Awaited<ReturnType<typeof createFolder>>;
  const ownerKey = newApiKey();

  before(async () => {
    place = await createSqlite('migrated');
    folder = await createFolder('watchbill-walks-');
    server = await startServer(place.config, ownerKey);
  });
  after(async () => {
    await stopped(server);
    await place.remove();
    await folder.remove();
  });

  for (const product of PRODUCTS) {
    it(`[IMP-2] ${product}: import, apply, verify`, async () => {
      const source = await startProductServer(answersOf(product, Date.now()));
      const prefix = product.replaceAll('-', '_').toUpperCase();
      const environment = {
        ...process.env,
        PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
        WATCHBILL_URL: server.address,
        WATCHBILL_API_KEY: ownerKey,
        [`${prefix}_URL`]: source.url,
        [`${prefix}_API_KEY`]: KEY,
      };
      try {
        const { stdout } = await runLines(NPM + walkOf(product).replace(/ --plan$/m, ' --plan || [ $? = 2 ]'), {
          cwd: folder.path,
          env: environment,
        });
        assert.match(stdout, /Everything is in the file\./);
        assert.match(stdout, /\nApplied\.\n/);
        assert.match(stdout, /\nNo difference\.\n/);
        assert.doesNotMatch(stdout, new RegExp(KEY));
        if (product === 'opsgenie') {
          assert.equal(stdout.match(/^ {4}\+ user group @platform_schedule-oncall /gm)?.length, 4, 'two in each plan');
          const headers = { 'x-api-key': ownerKey };
          const answer = await fetch(`${server.address}/chat/local/groups/`, { headers });
          const { groups } = (await answer.json()) as { groups: { handle: string }[] };
          assert.deepEqual(
            groups.map(({ handle }) => handle),
            ['platform_schedule-oncall'],
          );
        }
      } finally {
        await source.close();
      }
    });
  }

  async function deleteSchedules(): Promise<void> {
    const headers = { 'x-api-key': ownerKey };
    const answer = await fetch(`${server.address}/schedules?per_page=100`, { headers });
    const { schedules } = (await answer.json()) as { schedules: { id: string }[] };
    for (const { id } of schedules) await fetch(`${server.address}/schedules/${id}`, { method: 'DELETE', headers });
  }

  it('[IMP-2] exit codes: 1 for missing parts and differences, 2 for failures', async () => {
    const source = await startProductServer(answersOf('opsgenie', Date.now()));
    const environment = {
      OPSGENIE_URL: source.url,
      OPSGENIE_API_KEY: KEY,
      WATCHBILL_URL: server.address,
      WATCHBILL_API_KEY: ownerKey,
    };
    const out = join(folder.path, 'again.yaml');
    try {
      const incomplete = await finished(
        startCommand(place.config, ['import', 'opsgenie', '--weeks', '2', '--out', out], environment),
      );
      assert.deepEqual([incomplete.exitCode, incomplete.stderr], [1, '']);
      assert.match(incomplete.stdout, /NOT IN THE FILE: "Only sometimes": Turn 2 has nobody/);
      assert.match(incomplete.stdout, /Run the command again with --overrides/);
      await deleteSchedules();
      const different = await finished(startCommand(place.config, ['verify', 'opsgenie'], environment));
      assert.deepEqual([different.exitCode, different.stderr], [1, '']);
      assert.match(different.stdout, /= no schedule here, .* differences/);
      const refused = await finished(
        startCommand(place.config, ['verify', 'opsgenie'], { ...environment, OPSGENIE_API_KEY: 'wrong' }),
      );
      assert.deepEqual(refused, {
        exitCode: 2,
        stdout: '',
        stderr: 'Opsgenie refuses the key (401 for /v2/schedules).\n',
      });
    } finally {
      await source.close();
    }
  });
});

function walkOf(product: string): string {
  const [, walk = ''] = new RegExp(`<!-- walk: ${product} -->(.*?)<!-- /walk -->`, 's').exec(DOCUMENT) ?? [];
  const blocks = [...walk.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block);
  assert.ok(blocks.length > 0, `no walk for ${product}`);
  return blocks.join('\n');
}

async function finished(child: ChildProcess) {
  assert.ok(child.stdout !== null && child.stderr !== null);
  const [[exitCode], stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { exitCode, stdout, stderr };
}
