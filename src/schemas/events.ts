import Type, { type Static } from 'typebox';

const CHANGE_KINDS = ['schedule', 'override', 'coverage_request', 'team', 'user', 'organization'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** The content of an event `change`, for each kind of thing. */
export const Change = Type.Object({
  kind: Type.Enum([...CHANGE_KINDS], { type: 'string' }),
  ids: Type.Array(Type.String(), {
    description: 'Ids of what changed and of what it belongs to, such as the schedule of an override',
  }),
});
export type Change = Static<typeof Change>;

/** The body is a stream; only its type is described. */
export const EventStream = Type.String({
  description:
    'Events `reset` (read everything again), `change` (`{"changes":[{"kind","ids"}]}`) and `alive` (every 15 s; nothing changed)',
});
