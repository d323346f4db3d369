import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';

it('leaves a promise that fails', async () => {
  void Promise.reject(new Error('left alone'));
  await turn();
});
