import Type, { type Static } from 'typebox';
import { Body, Description, Name, PageQuery, PaginationMeta } from './fields.ts';

export const Team = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.Optional(Type.String()),
  },
  { title: 'Team' },
);
export type Team = Static<typeof Team>;

export const TeamAnswer = Type.Object({ team: Team });
export const TeamsAnswer = Type.Object({ teams: Type.Array(Team), meta: PaginationMeta });
export const TeamsQuery = Body({
  ...PageQuery,
  query: Type.Optional(Type.String({ maxLength: 60, description: 'A part of the name, without case' })),
  mine: Type.Optional(Type.Boolean({ description: 'Only teams that the caller is in' })),
});
export const TeamMembersQuery = Body({ ...PageQuery });
export const TeamParams = Type.Object({ team_id: Type.String() });
export const TeamMemberParams = Type.Object({ team_id: Type.String(), user_id: Type.String() });

export const NewTeam = Body({ name: Name(60), description: Type.Optional(Description(200)) });
export type NewTeam = Static<typeof NewTeam>;

export const TeamUpdate = Body({ name: Type.Optional(Name(60)), description: Type.Optional(Description(200)) });
export type TeamUpdate = Static<typeof TeamUpdate>;
