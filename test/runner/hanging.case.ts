import { before, describe, it } from 'node:test';

describe('a suite that never begins', () => {
  before(() => new Promise(() => undefined));

  it('is not reached', () => undefined);
});

it('never ends', () => new Promise(() => undefined));
