import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { isSignedBySlack } from '../../src/chat/slack-signature.ts';

/** The example that Slack publishes with its description of signatures. */
const EXAMPLE = {
  signingSecret: '8f742231b10e8888abcd99yyyzzz85a5',
  timestamp: '1531420618',
  signature: 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
  rawBody:
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
  now: 1_531_420_618_000,
};

const FIVE_MINUTES_MS = 300_000;

describe('[CH-7] a request signed by Slack', () => {
  it('is Slack’s published example, as text and as bytes', () => {
    assert.equal(isSignedBySlack(EXAMPLE), true);
    assert.equal(isSignedBySlack({ ...EXAMPLE, rawBody: Buffer.from(EXAMPLE.rawBody) }), true);
  });

  it('is valid for five minutes before and after, and not a millisecond more', () => {
    for (const skew of [-FIVE_MINUTES_MS, FIVE_MINUTES_MS]) {
      assert.equal(isSignedBySlack({ ...EXAMPLE, now: EXAMPLE.now + skew }), true);
      assert.equal(isSignedBySlack({ ...EXAMPLE, now: EXAMPLE.now + skew + Math.sign(skew) }), false);
    }
  });

  for (const [what, difference] of Object.entries({
    'another body': { rawBody: `${EXAMPLE.rawBody}&` },
    'no body': { rawBody: '' },
    'another secret': { signingSecret: '8f742231b10e8888abcd99yyyzzz85a6' },
    'no secret': { signingSecret: '' },
    'another timestamp': { timestamp: '1531420619' },
    'no timestamp': { timestamp: undefined },
    'an empty timestamp': { timestamp: '' },
    'a timestamp that is no number': { timestamp: 'now' },
    'a timestamp with a sign': { timestamp: '-1531420618' },
    'a timestamp with a fraction': { timestamp: '1531420618.0' },
    'an endless timestamp': { timestamp: '1'.repeat(400) },
    'another signature': { signature: EXAMPLE.signature.replace(/3$/, '4') },
    'no signature': { signature: undefined },
    'an empty signature': { signature: '' },
    'a signature of another version': { signature: EXAMPLE.signature.replace('v0', 'v1') },
    'half a signature': { signature: EXAMPLE.signature.slice(0, 35) },
    'a signature and more': { signature: `${EXAMPLE.signature}00` },
    'a signature that is not hexadecimal': { signature: `v0=${'é'.repeat(64)}` },
  })) {
    it(`has not ${what}`, () => assert.equal(isSignedBySlack({ ...EXAMPLE, ...difference }), false));
  }

  it('is not valid with an empty secret, even if none is configured', () => {
    const hmac = createHmac('sha256', '').update(`v0:${EXAMPLE.timestamp}:${EXAMPLE.rawBody}`).digest('hex');
    assert.equal(isSignedBySlack({ ...EXAMPLE, signingSecret: '', signature: `v0=${hmac}` }), false);
  });
});
