/**
 * Rule CODE-1: the file that describes people, teams, schedules, webhooks and the rules of the calendar. One schema validates it, types it and is
 * served to editors.
 *
 * Fields have the same names as in the API. People are identified by email; teams, schedules and webhooks by `external_id`. Whatever the file omits
 * stays as it is: absent fields, and people, teams, schedules and webhooks that are not in it. A layer is replaced as a whole: all of its fields
 * together describe it.
 */
import Type, { type Static } from 'typebox';
import { MAX_PLANNED } from '../../engine/plans.ts';
import { NewUserGroup } from '../../schemas/chat.ts';
import { Body, Description, Email, ExternalId, Instant, ManagedBy, Name, TimeZone } from '../../schemas/fields.ts';
import { CalendarRules, HolidayCalendar } from '../../schemas/people/calendar-rules.ts';
import { NewUser } from '../../schemas/people/users.ts';
import { layerFields } from '../../schemas/schedules/schedules.ts';
import { MAX_WEBHOOKS, NewWebhook } from '../../schemas/webhooks.ts';

/** More than an organization has. The file is read and compared as a whole. */
const MAX_PEOPLE = 20_000;
const MAX_TEAMS = 5_000;
export const MAX_SCHEDULES = 10_000;
const MAX_MEMBERS = 2_000;
const MAX_OVERRIDES = 1_000;
const MAX_CHANNELS = 50;

/** Where the service serves the JSON schema of the file, for editors. */
export const SCHEMA_PATH = '/schemas/watchbill-file.json';

export const FilePerson = Body({
  email: Type.String({ ...Email, description: 'Identifies the person' }),
  name: NewUser.properties.name,
  time_zone: NewUser.properties.time_zone,
  role: Type.Optional(
    Type.Enum(['owner', 'admin', 'standard'], { type: 'string', description: 'Of a new person by default: standard' }),
  ),
  seat: Type.Optional(
    Type.Enum(['viewer', 'member'], { type: 'string', description: 'Of a new person by default: member' }),
  ),
  chat_id: NewUser.properties.chat_id,
  holidays: Type.Optional(
    Type.Union([HolidayCalendar, Type.Null()], {
      description: 'Public holidays that apply to this person from now on. null: those of the organization',
    }),
  ),
  overwrite: Type.Optional(
    Type.Boolean({
      description:
        'Whether a person who is there already gets these values. By default: true, or false if managed_by is a product that `watchbill import` reads. With false, such a person stays as they are',
    }),
  ),
});
export type FilePerson = Static<typeof FilePerson>;

export const FileTeam = Body({
  external_id: Type.String({ ...ExternalId, description: 'Identifies the team' }),
  name: Name(60),
  description: Type.Optional(Description(200)),
  members: Type.Optional(
    Type.Array(Email, {
      maxItems: MAX_MEMBERS,
      description: 'The emails of all members: others are removed. Absent: the members stay as they are',
    }),
  ),
});
export type FileTeam = Static<typeof FileTeam>;

export const FileLayer = Body({
  ...layerFields,
  users: Type.Array(Email, {
    maxItems: 50,
    description:
      'Emails in the order of rotation; a person may appear several times. Empty: nobody is on call from rotation_start on',
  }),
});
export type FileLayer = Static<typeof FileLayer>;

export const FileOverride = Body({
  start: Instant,
  end: Instant,
  users: Type.Array(Email, { minItems: 1, maxItems: 4, description: 'The emails of those who are on call instead' }),
  reason: Type.Optional(Description(300)),
});
export type FileOverride = Static<typeof FileOverride>;

export const FileUserGroup = Body({
  name: NewUserGroup.properties.name,
  handle: Type.String({ ...NewUserGroup.properties.handle, description: 'Identifies the user group, without the @' }),
});
export type FileUserGroup = Static<typeof FileUserGroup>;

const ChannelReference = Type.String({
  minLength: 1,
  maxLength: 100,
  format: 'single-line',
  description: 'The id or the name of a public channel; a name may begin with #, in quotes',
  examples: ['C0123456789', 'payments-oncall'],
});

export const FileSchedule = Body({
  external_id: Type.String({ ...ExternalId, description: 'Identifies the schedule' }),
  name: Name(60),
  description: Type.Optional(Description(500)),
  time_zone: Type.String({ ...TimeZone, description: 'Cannot be changed once the schedule exists' }),
  teams: Type.Optional(Type.Array(ExternalId, { maxItems: 10, description: 'The external_id of each of its teams' })),
  layers: Type.Array(FileLayer, {
    minItems: 1,
    maxItems: 1 + 2 * MAX_PLANNED,
    description:
      'The layer in force, and those that are planned after it. Each takes over at its rotation_start, so they are in that order. Those before the layer in force are past, and ignored',
  }),
  chat_user_group: Type.Optional(
    Type.Union([FileUserGroup, Type.Null()], {
      description:
        'The user group of the chat whose members are the people on call. Schedules with the same handle share a group. null: none; the schedule leaves its group. Absent: it stays as it is',
    }),
  ),
  chat_channels: Type.Optional(
    Type.Array(ChannelReference, {
      maxItems: MAX_CHANNELS,
      description:
        'All channels of the chat that get the notifications of the schedule: others are unlinked. Absent: they stay as they are',
    }),
  ),
  overrides: Type.Optional(
    Type.Array(FileOverride, {
      maxItems: MAX_OVERRIDES,
      description: 'Where two overlap, the later one in this list decides. Those that are over are ignored',
    }),
  ),
});
export type FileSchedule = Static<typeof FileSchedule>;

export const FileWebhook = Body({
  external_id: Type.String({ ...ExternalId, description: 'Identifies the webhook' }),
  url: NewWebhook.properties.url,
  description: NewWebhook.properties.description,
  events: NewWebhook.properties.events,
  schedules: Type.Optional(
    Type.Union([Type.Array(ExternalId, { minItems: 1, maxItems: 100 }), Type.Null()], {
      description:
        'Only events of these schedules, named by external_id. Not together with `teams`. null: events of all schedules',
    }),
  ),
  teams: Type.Optional(
    Type.Union([Type.Array(ExternalId, { minItems: 1, maxItems: 100 }), Type.Null()], {
      description:
        'Only events of schedules of these teams, named by external_id. Not together with `schedules`. null: events of all schedules',
    }),
  ),
  enabled: NewWebhook.properties.enabled,
});
export type FileWebhook = Static<typeof FileWebhook>;

export const FileCalendarRules = Type.Partial(CalendarRules, { additionalProperties: false });
export type FileCalendarRules = Static<typeof FileCalendarRules>;

export const WatchbillFile = Type.Object(
  {
    version: Type.Enum([1], { type: 'integer', description: 'The version of this format' }),
    managed_by: Type.String({
      ...ManagedBy,
      description:
        'Names this file. What `watchbill apply` creates from it is marked with this name, and `--prune` deletes only what is marked so',
    }),
    people: Type.Optional(Type.Array(FilePerson, { maxItems: MAX_PEOPLE })),
    teams: Type.Optional(Type.Array(FileTeam, { maxItems: MAX_TEAMS })),
    schedules: Type.Optional(Type.Array(FileSchedule, { maxItems: MAX_SCHEDULES })),
    webhooks: Type.Optional(Type.Array(FileWebhook, { maxItems: MAX_WEBHOOKS })),
    calendar_rules: Type.Optional({
      ...FileCalendarRules,
      description:
        'Public holidays, nights and weekends of the organization, for hours on call. A change applies from now on',
    }),
  },
  { additionalProperties: false, title: 'Watchbill: people, teams, schedules, webhooks and calendar rules' },
);
export type WatchbillFile = Static<typeof WatchbillFile>;

/** The schema as it is served. */
export const FILE_JSON_SCHEMA: object = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...structuredClone(WatchbillFile),
};
