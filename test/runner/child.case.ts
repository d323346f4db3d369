import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { startChild } from '../support/servers/child-processes.ts';

it('starts a process that fails, beside one that stays', async () => {
  startChild('sleep', [process.env.CASE_MARK ?? '']);
  const [code] = await once(startChild(process.execPath, ['-e', 'process.exit(3)']), 'exit');
  assert.equal(code, 0);
});
