/** Rule CH-7: verifies that a request was signed by Slack. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '../time/units.ts';

/** An older request may be one that someone recorded and sends again. */
const SKEW_MS = 5 * MINUTE_MS;

const TIMESTAMP = /^\d{1,12}$/;
const SIGNATURE = /^v0=[0-9a-f]{64}$/;

interface SlackRequest {
  readonly signingSecret: string;
  /** The raw headers `x-slack-request-timestamp` and `x-slack-signature`. */
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
  /** The raw bytes: a body that was parsed and serialised again has another signature. */
  readonly rawBody: string | Uint8Array;
  /** Epoch milliseconds. */
  readonly now: number;
}

export function isSignedBySlack({ signingSecret, timestamp, signature, rawBody, now }: SlackRequest): boolean {
  if (signingSecret === '' || timestamp === undefined || signature === undefined) return false;
  if (!TIMESTAMP.test(timestamp) || !SIGNATURE.test(signature)) return false;
  if (Math.abs(now - Number(timestamp) * 1000) > SKEW_MS) return false;
  const expected = createHmac('sha256', signingSecret).update(`v0:${timestamp}:`).update(rawBody).digest();
  return timingSafeEqual(expected, Buffer.from(signature.slice('v0='.length), 'hex'));
}
