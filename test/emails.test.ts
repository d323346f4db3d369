/** The key of an email is the same for all its spellings. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import addressparser from 'nodemailer/lib/addressparser';
import { domainOf, emailKeyOf, hasSameLetters } from '../src/text/emails.ts';
import { isEmail } from '../src/text/harmless-text.ts';
import { byChance } from './support/chance.ts';

const KELVIN = '\u212a';

describe('the key of an email', () => {
  for (const [email, key] of [
    ['ADA@Example.COM', 'ada@example.com'],
    ['ÄNNA@example.com', 'änna@example.com'],
    ['A\u0308NNA@example.com', 'änna@example.com'],
    [`${KELVIN}ate@example.com`, 'kate@example.com'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@xn--BCHER-kva.example', 'ada@xn--bcher-kva.example'],
    ['ada@bücher。example', 'ada@xn--bcher-kva.example'],
    ['ada@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
    ['ΟΔΥΣΣΕΥΣ@example.com', 'οδυσσευσ@example.com'],
    ['οδυσσευς@example.com', 'οδυσσευσ@example.com'],
    ['straße@example.com', 'straße@example.com'],
    ['ada@straße.example', 'ada@xn--strae-oqa.example'],
    ['no email', 'no email'],
  ] as const) {
    it(`of ${email} is ${key}`, () => assert.equal(emailKeyOf(email), key));
  }

  it('does not change an invalid domain: nothing in it is decoded or cut off', () => {
    for (const domain of ['ex%61mple.com', 'exämple%2ecom', 'bücher.example/x', 'bücher.example#x', '0x7f.1', 'ä b']) {
      assert.equal(domainOf(`ada@${domain}`), domain);
    }
  });

  it('of a key is the key itself, and case does not matter except for letters without a single upper case', () => {
    const RUNS = byChance({ seed: 20260105, numRuns: 100 });
    const email = fc
      .tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }))
      .map((parts) => parts.join('@'));
    fc.assert(
      fc.property(email, (text) => assert.equal(emailKeyOf(emailKeyOf(text)), emailKeyOf(text))),
      RUNS,
    );
    const plain = fc.stringMatching(/^[a-zà-öø-þа-яα-ω.+]{1,10}@[a-zà-öø-þ]{1,8}\.example$/);
    fc.assert(
      fc.property(plain, (text) => assert.equal(emailKeyOf(text.toUpperCase()), emailKeyOf(text))),
      RUNS,
    );
  });
});

it('emails with the same key have the same letters only if they differ in nothing but case', () => {
  assert.ok(hasSameLetters('ÄNNA@example.com', 'änna@example.com'));
  assert.ok(hasSameLetters('Ada@bücher.example', 'ada@xn--bcher-kva.example'));
  for (const [one, other] of [
    [`${KELVIN}ate@example.com`, 'kate@example.com'],
    ['ﬁn@example.com', 'fin@example.com'],
    ['ſam@example.com', 'sam@example.com'],
  ] as const) {
    assert.equal(emailKeyOf(one), emailKeyOf(other));
    assert.ok(!hasSameLetters(one, other), one);
  }
});

describe('[BUD-7] an email address', () => {
  it('is read as one address, the same, by the parser of mail headers', () => {
    const parts = fc.string({
      unit: fc.constantFrom(...'ab.-_+\'"<>()[],;: \\@%\t\u00a0\u200b＠＜，äß。'),
      maxLength: 8,
    });
    const text = fc.oneof(
      fc.tuple(parts, parts).map((both) => both.join('@')),
      parts,
    );
    fc.assert(
      fc.property(text, (text) => {
        if (!isEmail(text)) return;
        assert.deepEqual(addressparser(text), [{ address: text, name: '' }]);
        assert.deepEqual(addressparser(`Ada <${text}>`), [{ address: text, name: 'Ada' }]);
      }),
      byChance({ seed: 20260105, numRuns: 2_000 }),
    );
  });

  it('may have letters of any script, and what local parts have without quotes', () => {
    for (const email of [
      'ada@example.com',
      "o'brien+a=b@x.example",
      'änna@bücher.example',
      '用户@例子.公司',
      'a_b@local',
    ]) {
      assert.ok(isEmail(email), email);
    }
  });
});
