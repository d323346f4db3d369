/** Tests the check that compares every response in every suite with the OpenAPI document. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Answer } from '../../support/drivers/answer.ts';
import { assertDocumented } from '../../support/drivers/openapi.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

describeOnSqlite('the OpenAPI document', (create) => {
  let path: string;
  let answer: Answer;
  let refusal: Answer;

  const { watchbill } = givenWatchbill(create);
  before(async () => {
    path = `/users/${watchbill.owner.id}`;
    answer = await watchbill.owner.get(path);
    refusal = await watchbill.owner.get('/users/nobody');
  });

  function check(method: string, url: string, changed: Answer): Promise<void> {
    return assertDocumented(watchbill.app, method, url, changed);
  }

  describe('allows', () => {
    it('what the service returns, for its path in any spelling', async () => {
      for (const url of [path, `${path}/`, `${path}?x=1`]) await check('GET', url, answer);
    });

    it('an error at any path, known or not', async () => {
      for (const url of [path, '/nope', '/']) await check('GET', url, refusal);
    });
  });

  describe('does not allow', () => {
    it('an operation that it does not list', async () => {
      await assert.rejects(
        check('GET', '/nope', answer),
        /GET \/nope → 200: the OpenAPI document has no such operation/,
      );
      await assert.rejects(check('PUT', path, answer), /no such operation/);
    });

    it('a status that it does not list', async () => {
      await assert.rejects(
        check('GET', path, { ...answer, status: 201 }),
        /→ 201: the OpenAPI document has no such answer/,
      );
    });

    it('a missing body, and an unexpected one', async () => {
      await assert.rejects(check('GET', path, { ...answer, body: undefined }), /the body must be object/);
      await assert.rejects(check('DELETE', path, { ...answer, status: 204 }), /says that there is no body/);
    });

    for (const [what, changes, message] of [
      ['a field of another type', { name: 7 }, /\/user\/name must be string/],
      ['a field that is missing', { email: undefined }, /\/user must have required properties email/],
      ['a field that it does not name', { shoe_size: 44 }, /"additionalProperties":\["shoe_size"\]/],
      ['a value that it does not list', { role: 'king' }, /\/user\/role must be equal to one of the allowed values/],
    ] as const) {
      it(what, async () => {
        const user = { ...answer.body.user, ...changes };
        const body = JSON.parse(JSON.stringify({ user }));
        await assert.rejects(check('GET', path, { ...answer, body }), message);
      });
    }

    it('a date-time that is not in UTC', async () => {
      const { owner } = watchbill;
      const keys = await owner.get('/user/api_keys/');
      const [key] = keys.body.api_keys;
      const body = { ...keys.body, api_keys: [{ ...key, created_at: '2026-01-05T10:00:00+01:00' }] };
      await assert.rejects(
        check('GET', '/user/api_keys/', { ...keys, body }),
        /\/api_keys\/0\/created_at must match pattern/,
      );
    });

    it('a response without a promised header', async () => {
      const { 'x-ratelimit-limit': _, ...headers } = answer.headers;
      await assert.rejects(check('GET', path, { ...answer, headers }), /documented headers are missing/);
    });

    it('an error with another status, or with more than the envelope', async () => {
      const { error } = refusal.body;
      const wrong = { error: { ...error, status: 400 } };
      await assert.rejects(check('GET', path, { ...refusal, body: wrong }), /error\.status/);
      const more = { error: { ...error, stack: 'at …' } };
      await assert.rejects(check('GET', path, { ...refusal, body: more }), /"additionalProperties":\["stack"\]/);
    });
  });
});
