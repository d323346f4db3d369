import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError, ERRORS, quoted } from '../src/errors.ts';

/** From section 7 of the contract, and the additions of the design. */
const PROMISED = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  request_timeout: 408,
  method_not_allowed: 405,
  precondition_failed: 412,
  idempotency_key_in_use: 409,
  idempotency_key_reused: 422,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unprocessable_entity: 422,
  duplicate_team_name: 422,
  duplicate_external_id: 422,
  coverage_request_not_pending: 422,
  coverage_request_self_owned: 422,
  shifts_not_available: 422,
  too_many_shifts_in_coverage_request: 422,
  override_already_finished: 422,
  revision_not_planned: 422,
  schedule_broken: 422,
  too_much_work: 422,
  too_many_turns: 422,
  answer_too_large: 422,
  chat_group_only_available_for_paid_teams: 422,
  chat_not_connected: 422,
  too_many_requests: 429,
  internal_server_error: 500,
  chat_unavailable: 502,
  service_unavailable: 503,
};

describe('the catalogue of errors', () => {
  it('contains exactly the promised codes, each with its status', () => {
    assert.deepEqual(Object.fromEntries(Object.entries(ERRORS).map(([code, { status }]) => [code, status])), PROMISED);
  });

  it('gives every code a default message and a help text', () => {
    for (const { message, help } of Object.values(ERRORS)) {
      assert.match(message, /^[A-Z].*\.$/);
      assert.match(help, /^[A-Z].*\.$/);
    }
  });

  it('an error has the message of the place that throws it, or else the default', () => {
    assert.equal(new AppError('not_found').message, 'There is no such resource.');
    const error = new AppError('not_found', 'There is no user usr_1.');
    assert.deepEqual([error.code, error.status, error.message], ['not_found', 404, 'There is no user usr_1.']);
  });
});

describe('a text in a message', () => {
  it('is in quotes, and is truncated after 60 characters', () => {
    assert.equal(quoted('sch_"1"\n'), '"sch_\\"1\\"\\n"');
    assert.equal(quoted('x'.repeat(60)), `"${'x'.repeat(60)}"`);
    assert.equal(quoted('x'.repeat(61)), `"${'x'.repeat(59)}…"`);
    assert.equal(quoted('x'.repeat(1_000_000)), `"${'x'.repeat(59)}…"`);
  });
});
