/**
 * Rules COV-5 and COV-6: who took which part of a coverage request, and who cannot cover. An older node accepts a whole request without a row here; who took it is in
 * the request then.
 */
import type { LaterMigration } from '../migration.ts';

export const coverageAnswers: LaterMigration = {
  name: 'coverage answers',
  oldestPeer: 9,
  statements: ({ id }) => [
    `create table coverage_answers (
      id ${id} primary key,
      organization_id ${id} not null references organizations (id),
      request_id ${id} not null references coverage_requests (id),
      user_id ${id} not null references users (id),
      answered_at bigint not null,
      shifts_json text,
      start_at bigint,
      end_at bigint
    )`,
    'create index coverage_answers_of_request on coverage_answers (organization_id, request_id, id)',
    'create index coverage_answers_by_end on coverage_answers (organization_id, end_at) where end_at is not null',
    'create index coverage_answers_of_user on coverage_answers (organization_id, user_id, end_at) where end_at is not null',
  ],
};
