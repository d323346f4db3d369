import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isApiKey, newApiKey } from '../../src/secrets/api-key-format.ts';

describe('API keys', () => {
  it('are wb_ and 40 letters and digits, and never the same twice', () => {
    const keys = new Set(Array.from({ length: 1000 }, newApiKey));
    assert.equal(keys.size, 1000);
    for (const key of keys) {
      assert.match(key, /^wb_[0-9A-Za-z]{40}$/);
      assert.ok(isApiKey(key));
    }
  });

  it('a key with one changed character is invalid', () => {
    const key = newApiKey();
    for (let i = 0; i < key.length; i++) {
      const changed = key.slice(0, i) + (key[i] === 'a' ? 'b' : 'a') + key.slice(i + 1);
      assert.equal(isApiKey(changed), false, changed);
    }
  });

  it('the checksum never changes: existing keys stay valid for ever', () => {
    assert.ok(isApiKey('wb_Watchbill00000000000000000000000002ugyIE'));
  });

  it('a text with another length or alphabet is invalid', () => {
    const key = newApiKey();
    for (const text of [
      '',
      'wb_',
      key.slice(0, -1),
      `${key}0`,
      ` ${key}`,
      `${key}\n`,
      key.replace('wb_', 'WB_'),
      key.replace(/.$/, '-'),
    ]) {
      assert.equal(isApiKey(text), false, text);
    }
  });
});
