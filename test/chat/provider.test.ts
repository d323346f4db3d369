import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ChatError } from '../../src/chat/provider.ts';

describe('a failure of the chat', () => {
  for (const [failure, code, retry] of [
    ['refused', 'unprocessable_entity', 'never'],
    ['paid plan needed', 'chat_group_only_available_for_paid_teams', 'later'],
    ['not allowed', 'unprocessable_entity', 'later'],
    ['connection lost', 'chat_not_connected', 'later'],
    ['unavailable', 'chat_unavailable', 'soon'],
    ['destination gone', 'unprocessable_entity', 'never'],
    ['group gone', 'unprocessable_entity', 'never'],
    ['unknown members', 'unprocessable_entity', 'never'],
  ] as const) {
    it(`${failure}: the user is told ${code}; try again ${retry}`, () => {
      assert.equal(new ChatError(failure).code, code);
      assert.equal(new ChatError(failure).retry, retry);
      assert.equal(new ChatError(failure, 'The chat says so.').message, 'The chat says so.');
    });
  }
});
