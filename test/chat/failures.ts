import assert from 'node:assert/strict';
import { ChatError, type ChatFailure } from '../../src/chat/provider.ts';

/** Asserts that the chat fails in that way; returns the error. */
export async function fails(
  work: Promise<unknown>,
  failure: ChatFailure,
  message: string | RegExp = /./,
): Promise<ChatError> {
  const error = await work.then(
    () => assert.fail('it succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ChatError, String(error));
  assert.equal(error.failure, failure, error.message);
  if (typeof message === 'string') assert.equal(error.message, message);
  else assert.match(error.message, message);
  return error;
}
