import Type, { type Static } from 'typebox';
import { Body, Instant, InstantInQuery, PageQuery, PaginationMeta } from './fields.ts';
import { User } from './people/users.ts';

export const AuditEntry = Type.Object(
  {
    id: Type.String(),
    at: Instant,
    action: Type.String({ examples: ['team.created'] }),
    target_id: Type.String({ description: 'The target of the action' }),
    actor: Type.Optional(User),
    address: Type.Optional(
      Type.String({
        description: 'The network address of the caller; absent for the command line and the service itself',
        examples: ['192.0.2.1'],
      }),
    ),
    detail: Type.Object(
      {},
      { title: 'AuditDetail', additionalProperties: true, description: 'What was requested; depends on the action' },
    ),
  },
  { title: 'AuditEntry' },
);
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditLogAnswer = Type.Object(
  {
    audit_log: Type.Array(AuditEntry),
    names: Type.Record(Type.String(), Type.String(), {
      description: 'Current names of the users, teams and schedules whose ids are in the entries',
    }),
    meta: PaginationMeta,
  },
  { title: 'AuditLogAnswer' },
);

const Word = Type.String({ minLength: 1, maxLength: 100, pattern: '^[!-~]+$' });

export const AuditLogQuery = Body({
  ...PageQuery,
  actor_id: Type.Optional(Word),
  target_id: Type.Optional(Word),
  action: Type.Optional(
    Type.String({
      ...Word,
      description: 'A trailing * matches all actions with this prefix',
      examples: ['team.created', 'team.*'],
    }),
  ),
  from: Type.Optional(InstantInQuery()),
  to: Type.Optional(InstantInQuery()),
});
export type AuditLogQuery = Static<typeof AuditLogQuery>;
