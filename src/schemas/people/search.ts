import Type, { type Static } from 'typebox';
import { Body } from '../fields.ts';
import { ScheduleReference } from '../schedules/shifts.ts';
import { Team } from './teams.ts';
import { User } from './users.ts';

export const SearchQuery = Body({
  query: Type.String({
    maxLength: 100,
    default: '',
    description: 'Part of a name, or of the email of a user, case-insensitive. Without it, nothing is found',
  }),
  per_kind: Type.Integer({
    minimum: 1,
    maximum: 20,
    default: 5,
    description: 'Maximum number of results of each kind',
  }),
});
export type SearchQuery = Static<typeof SearchQuery>;

export const SearchAnswer = Type.Object(
  {
    found: Type.Object(
      {
        users: Type.Array(User),
        teams: Type.Array(Team),
        schedules: Type.Array(ScheduleReference),
      },
      { title: 'Found', description: 'Names that start with the query, or have a word that does, come first' },
    ),
  },
  { title: 'SearchAnswer' },
);
export type Found = Static<typeof SearchAnswer>['found'];
