import Type, { type Static } from 'typebox';
import { Body, Described, Email, Instant, Name, PageQuery, PaginationMeta, StoredEmail, TimeZone } from '../fields.ts';
import { HolidayCalendar } from './calendar-rules.ts';

export const Role = Type.Enum(['owner', 'admin', 'standard'], { type: 'string', title: 'Role' });
export const Seat = Type.Enum(['viewer', 'member'], { type: 'string', title: 'Seat' });

export const User = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    email: StoredEmail,
    time_zone: Type.Optional(
      Type.String({ description: "Preferred time zone; if absent, the organization's is used" }),
    ),
    role: Role,
    seat: Seat,
    chat_id: Type.Optional(Type.String({ description: "The user's id in the chat" })),
    deactivating: Type.Optional(
      Type.Boolean({
        description:
          'True for a deactivated user who is no longer on call, but is still being removed from stored layers and overrides. Only in GET /users/{user_id}, which is 404 once that is done',
      }),
    ),
  },
  { title: 'User' },
);
export type User = Static<typeof User>;

export const UserAnswer = Type.Object({ user: User }, { title: 'UserAnswer' });
export const UsersAnswer = Type.Object({ users: Type.Array(User), meta: PaginationMeta }, { title: 'UsersAnswer' });
export const UsersQuery = Body({
  ...PageQuery,
  query: Type.Optional(
    Type.String({ maxLength: 100, description: 'Part of the name or of the email, case-insensitive' }),
  ),
});
export const DeactivatedUser = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    email: StoredEmail,
    deactivated_at: Instant,
  },
  { title: 'DeactivatedUser' },
);
export type DeactivatedUser = Static<typeof DeactivatedUser>;
export const DeactivatedUsersAnswer = Type.Object(
  { users: Type.Array(DeactivatedUser), meta: PaginationMeta },
  { title: 'DeactivatedUsersAnswer' },
);
export const DeactivatedUsersQuery = Body(PageQuery);

const ChatId = Type.String({ minLength: 1, maxLength: 60, pattern: '^\\S+$', format: 'single-line' });

export const NewUser = Body(
  {
    name: Name(100),
    email: Email,
    time_zone: Type.Optional(TimeZone),
    role: Type.Optional(Role),
    seat: Type.Optional(Seat),
    chat_id: Type.Optional(ChatId),
  },
  { title: 'NewUser' },
);
export type NewUser = Static<typeof NewUser>;

/** The body of a request. The command line has no holidays. */
export const UserCreation = Body(
  {
    ...NewUser.properties,
    holidays: Type.Optional(Described(HolidayCalendar, 'Public holidays instead of those of the organization')),
  },
  { title: 'UserCreation' },
);
export type UserCreation = Static<typeof UserCreation>;

/** As many as one transaction should create while others wait. */
export const MAX_IN_BATCH = 100;

const BatchLine = Body(
  {
    email: Type.String({ maxLength: 254 }),
    name: Type.Optional(Type.String({ maxLength: 100, description: 'If absent or blank, derived from the email' })),
    time_zone: Type.Optional(Type.String({ maxLength: 100 })),
    role: Type.Optional(Type.Enum(['admin', 'standard'], { type: 'string', title: 'RoleInBatch' })),
    seat: Type.Optional(Seat),
    chat_id: Type.Optional(ChatId),
  },
  { title: 'UserInBatch' },
);
export type BatchLine = Static<typeof BatchLine>;

export const UserBatch = Body(
  {
    users: Type.Array(BatchLine, { minItems: 1, maxItems: MAX_IN_BATCH }),
    dry_run: Type.Optional(Type.Boolean({ description: 'Whether to only preview the result. Default: false' })),
  },
  { title: 'UserBatch' },
);
export type UserBatch = Static<typeof UserBatch>;

export const BatchResult = Type.Object(
  {
    outcome: Type.Enum(['created', 'skipped'], { type: 'string', title: 'BatchOutcome' }),
    email: Type.String(),
    reason: Type.Optional(Type.String({ description: 'Why the line is skipped' })),
    id: Type.Optional(Type.String({ description: 'Id of the user; absent if the line is skipped, and with dry_run' })),
    name: Type.Optional(Type.String()),
    time_zone: Type.Optional(Type.String()),
    role: Type.Optional(Role),
    seat: Type.Optional(Seat),
    chat_id: Type.Optional(Type.String()),
  },
  { title: 'UserBatchResult' },
);
export type BatchResult = Static<typeof BatchResult>;
export const UserBatchAnswer = Type.Object(
  {
    results: Type.Array(BatchResult, { description: 'One for each line, in the same order' }),
  },
  { title: 'UserBatchAnswer' },
);

export const UserUpdate = Body(
  {
    name: Type.Optional(Name(100)),
    email: Type.Optional(Email),
    time_zone: Type.Optional(Type.Union([TimeZone, Type.Null()], { description: 'null: use the organization’s' })),
    role: Type.Optional(Role),
    seat: Type.Optional(Seat),
    chat_id: Type.Optional(Type.Union([ChatId, Type.Null()])),
  },
  { title: 'UserUpdate' },
);
export type UserUpdate = Static<typeof UserUpdate>;

/** What every user may change of their own data. */
export const OwnUpdate = Body(
  { name: UserUpdate.properties.name, time_zone: UserUpdate.properties.time_zone },
  { title: 'OwnUserUpdate' },
);
export type OwnUpdate = Static<typeof OwnUpdate>;
