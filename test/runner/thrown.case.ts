import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';

it('throws when nobody waits for it', async () => {
  await turn();
  setImmediate(() => {
    throw new Error('left alone');
  });
  await turn();
  await turn();
});
