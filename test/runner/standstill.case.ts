/** The machine stands still during the first run; what waits for something meanwhile fails. The second run is undisturbed. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { it } from 'node:test';
import { startChild } from '../support/servers/child-processes.ts';

const { CASE_FILE = '', CASE_ALWAYS_FAILS } = process.env;

it('fails when the machine stands still', async () => {
  const isFirst = !existsSync(CASE_FILE);
  writeFileSync(CASE_FILE, '');
  if (isFirst) {
    const stopper = startChild('sh', ['-c', `kill -STOP ${process.ppid}; sleep 2; kill -CONT ${process.ppid}`]);
    await once(stopper, 'exit');
  }
  assert.ok(!isFirst && CASE_ALWAYS_FAILS === undefined, 'the time was over');
});
