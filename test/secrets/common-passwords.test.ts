import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isCommonPassword } from '../../src/secrets/common-passwords.ts';

describe('a common password', () => {
  for (const password of [
    'password1234',
    'Password1234',
    ' PASSWORD1234 ',
    'qwerty123456',
    '1qaz2wsx3edc',
    'passwordpassword',
    'Sunshine2026!',
    '!!!iloveyou!!',
    '123456123456',
  ]) {
    it(`is ${password}`, async () => assert.equal(await isCommonPassword(password), true));
  }
});

describe('no common password', () => {
  for (const password of [
    'correct horse battery staple',
    'a new password, longer',
    'password manager of the harbour',
    'monkey 83274-61920-475',
    '83274619204757720193',
    'пароль для всех случаев',
    '"],["',
    '!!!!!!!!!!??',
  ]) {
    it(`is ${password}`, async () => assert.equal(await isCommonPassword(password), false));
  }
});
