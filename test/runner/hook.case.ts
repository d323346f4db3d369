import { after, describe, it } from 'node:test';
import { startChild } from '../support/servers/child-processes.ts';

describe('a suite whose clean-up fails, with a child process that nobody stops', () => {
  after(() => {
    throw new Error('the clean-up failed');
  });

  it('passes', () => {
    startChild('sleep', [process.env.CASE_MARK ?? '']);
  });
});
