import { writeFileSync } from 'node:fs';
import { it } from 'node:test';
import { startChild } from '../support/servers/child-processes.ts';

it('starts a process, then answers to nothing', () => {
  startChild('sleep', [process.env.CASE_MARK ?? '']);
  writeFileSync(process.env.CASE_FILE ?? '', '');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
