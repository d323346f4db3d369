import { describe, it } from 'node:test';

/** More output than a pipe holds. */
describe('many tests', () => {
  for (let i = 0; i < 3_000; i++) it(`${'quick '.repeat(40)}${i}`, () => undefined);
});
