/** Rule TRU-5: a file is UTF-8. Other bytes are refused with their place by everything that reads a file. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readConfig } from '../src/config/config.ts';
import { newApiKey } from '../src/secrets/api-key-format.ts';
import { readTextFile } from '../src/text/text-file.ts';
import { createFolder } from './support/servers/child-processes.ts';
import { runSeries } from './support/servers/server-process.ts';

describe('a file that is not UTF-8', () => {
  let folder: Awaited<ReturnType<typeof createFolder>>;
  before(async () => {
    folder = await createFolder('watchbill-text-');
  });
  after(() => folder.remove());

  function fileWith(...parts: readonly (string | number[])[]): string {
    const path = join(folder.path, 'file.json');
    writeFileSync(path, Buffer.concat(parts.map((part) => Buffer.from(part as string))));
    return path;
  }

  it('[TRU-5] is refused with the line and the byte', () => {
    for (const [parts, place] of [
      [['{"name": "M', [0xfc], 'ller"}'], 'line 1, byte 12 is 0xfc'],
      [['é \ufffd\n', '\n', [0xc3]], 'line 3, byte 9 is 0xc3'],
      [[[0xff, 0xfe], 'x\0'], 'line 1, byte 1 is 0xff'],
      [['😀', [0xed, 0xa0, 0x80]], 'line 1, byte 5 is 0xed'],
    ] as const) {
      const path = fileWith(...(parts as readonly (string | number[])[]));
      assert.throws(() => readTextFile(path, 1000), new Error(`it is not UTF-8: ${place}`));
    }
  });

  it('reads everything that is UTF-8, without the byte order mark', () => {
    assert.equal(readTextFile(fileWith([0xef, 0xbb, 0xbf], 'Müller 😀 \ufffd'), 1000), 'Müller 😀 \ufffd');
  });

  it('[TRU-5] is refused by every command, and as a setting', async () => {
    const path = fileWith('version: 1\nmanaged_by: test\npeople: [{email: a@example.com, name: M', [0xfc], 'ller}]');
    const problem = 'it is not UTF-8: line 3, byte 68 is 0xfc';
    const commands = [
      { words: ['apply', path], exitCode: 1, stderr: `${path} cannot be read: ${problem}.\n` },
      { words: ['apply', path, '--plan'], exitCode: 1, stderr: `${path} cannot be read: ${problem}.\n` },
      { words: ['import', 'goalert', '--from', path], exitCode: 2, stderr: `${path} cannot be used: ${problem}.\n` },
      { words: ['verify', 'goalert', '--from', path], exitCode: 2, stderr: `${path} cannot be used: ${problem}.\n` },
    ];
    const environment = { ...process.env, WATCHBILL_URL: 'http://127.0.0.1:9', WATCHBILL_API_KEY: newApiKey() };
    assert.deepEqual(
      await runSeries(commands, environment),
      commands.map(({ exitCode, stderr }) => ({ exitCode, stdout: '', stderr })),
    );
    assert.throws(() => readConfig({ WATCHBILL_SECRET_FILE: path }), new RegExp(`cannot be read: ${problem}$`));
  });
});
