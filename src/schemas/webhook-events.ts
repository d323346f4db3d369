/** Rule HOOK-1: what is sent to webhooks, a schema for each event. The code that composes events has its types from here. */
import Type, { type Static, type TSchema } from 'typebox';
import { CoverageRequest, CoverageShift } from './coverage/coverage-requests.ts';
import { Instant } from './fields.ts';
import type { WebhookEvent } from './webhooks.ts';

const Person = Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }, { title: 'EventPerson' });
export type EventPerson = Static<typeof Person>;

const People = Type.Array(Person);

const Schedule = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.Optional(Type.String()),
    time_zone: Type.String(),
    latest_revision: Type.Integer({ minimum: 0 }),
  },
  { title: 'EventSchedule' },
);

const Override = Type.Object(
  { id: Type.String(), start: Instant, end: Instant, users: People, reason: Type.Optional(Type.String()) },
  { title: 'EventOverride' },
);

const { acceptances, ...coverageFields } = CoverageRequest.properties;

/** As the API shows it, with people as in events. */
const CoverageRequestData = Type.Object(
  {
    ...coverageFields,
    user: Person,
    acceptances: Type.Array(
      Type.Object({ ...acceptances.items.properties, user: Person }, { title: 'EventCoverageAcceptance' }),
    ),
    asked_by: Type.Optional(Person),
    asked_users: Type.Optional(People),
    declined_by: People,
    accepted_by: Type.Optional(Person),
  },
  { title: 'EventCoverageRequest' },
);

const CoveragePart = Type.Object({ user: Person, shifts: Type.Array(CoverageShift) }, { title: 'EventCoveragePart' });

const Next = Type.Object(
  { start: Instant, users: People },
  { title: 'EventNext', description: 'Who is on call next, and from when; absent if nobody is within 366 days' },
);

const Gap = Type.Object({ start: Instant, end: Instant }, { title: 'EventGap' });

const ChangedField = Type.Enum(['name', 'description', 'layers', 'team_ids', 'external_id', 'managed_by'], {
  type: 'string',
  title: 'EventChangedField',
});

const aboutSchedule = { schedule: Schedule, by: Person };
const aboutOverride = { schedule: Schedule, override: Override, by: Person };
const aboutCoverage = { coverage_request: CoverageRequestData };

/** A test has no number: at the endpoint, it would be a gap or a duplicate. */
const NUMBERED = {
  sequence: Type.Integer({
    minimum: 1,
    description: 'Counts the events of the webhook: a missing number did not arrive',
  }),
};

/** The schema of each event. Its title comes from its type: that of `oncall.changed` is `OncallChangedEvent`. */
export const EVENTS = {
  'oncall.changed': Event('oncall.changed', {
    schedule: Schedule,
    at: Type.String({ ...Instant, description: 'When the people changed' }),
    why: Type.Enum(['handoff', 'override', 'change', 'cover'], {
      type: 'string',
      title: 'EventReason',
      description: '`cover`: a coverage request was accepted. `change`: somebody changed the schedule',
    }),
    before: People,
    after: People,
    until: Type.Optional(Type.String({ ...Instant, description: 'When the people in `after` change' })),
    next: Type.Optional(Next),
  }),
  'schedule.created': Event('schedule.created', aboutSchedule),
  'schedule.changed': Event('schedule.changed', { ...aboutSchedule, changed: Type.Array(ChangedField) }),
  'schedule.deleted': Event('schedule.deleted', aboutSchedule),
  'override.created': Event('override.created', aboutOverride),
  'override.changed': Event('override.changed', aboutOverride),
  'override.deleted': Event('override.deleted', aboutOverride),
  'coverage_request.created': Event('coverage_request.created', aboutCoverage),
  'coverage_request.accepted': Event('coverage_request.accepted', { ...aboutCoverage, taken: CoveragePart }),
  'coverage_request.reopened': Event('coverage_request.reopened', { ...aboutCoverage, reopened: CoveragePart }),
  'coverage_request.canceled': Event('coverage_request.canceled', aboutCoverage),
  'coverage_request.expired': Event('coverage_request.expired', aboutCoverage),
  'gap.ahead': Event('gap.ahead', { schedule: Schedule, gap: Gap }),
  'webhook.test': Event('webhook.test', { webhook_id: Type.String(), message: Type.String() }, {}),
} as const satisfies Record<WebhookEvent | 'webhook.test', TSchema>;

/** Events, and the test that is sent on demand. */
export type EventType = keyof typeof EVENTS;

/** What an event of this type says. */
export type EventData<E extends EventType> = Static<(typeof EVENTS)[E]>['data'];

/** `changed` of `schedule.changed`. */
export type ChangedField = Static<typeof ChangedField>;

/** Why somebody else is on call. */
export type OnCallReason = EventData<'oncall.changed'>['why'];

/** `number`: the fields that number the event at its endpoint. */
function Event<
  E extends string,
  D extends Record<string, TSchema>,
  N extends Record<string, TSchema> = typeof NUMBERED,
>(type: E, data: D, number: N = NUMBERED as unknown as N) {
  const title = titleOf(type);
  return Type.Object(
    {
      type: Type.Enum([type], { type: 'string' }),
      timestamp: Type.String({ ...Instant, description: 'When it happened' }),
      ...number,
      data: Type.Object(data, { title: `${title}Data` }),
    },
    { title: `${title}Event` },
  );
}

/** `coverage_request.created` is `CoverageRequestCreated`. */
export function titleOf(type: string): string {
  return type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
