import { it } from 'node:test';
import { startChild } from '../support/servers/child-processes.ts';

it('is killed, with a process that it started', async () => {
  startChild('sleep', [process.env.CASE_MARK ?? '']);
  process.kill(process.pid, 'SIGKILL');
});
