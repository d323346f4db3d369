import { it } from 'node:test';

it('blocks its process', () => {
  for (;;);
});
