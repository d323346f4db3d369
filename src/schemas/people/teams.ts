import Type, { type Static } from 'typebox';
import {
  Body,
  Description,
  ExactQuery,
  ExternalId,
  ManagedBy,
  Name,
  OrNone,
  PageQuery,
  PaginationMeta,
} from '../fields.ts';

export const Team = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.Optional(Type.String()),
    external_id: Type.Optional(Type.String({ description: 'The name that another system has for it' })),
    managed_by: Type.Optional(Type.String({ description: 'The file or tool that made it' })),
  },
  { title: 'Team' },
);
export type Team = Static<typeof Team>;

export const TeamAnswer = Type.Object({ team: Team }, { title: 'TeamAnswer' });
export const TeamsAnswer = Type.Object({ teams: Type.Array(Team), meta: PaginationMeta }, { title: 'TeamsAnswer' });
export const TeamsQuery = Body({
  ...PageQuery,
  ...ExactQuery,
  query: Type.Optional(Type.String({ maxLength: 60, description: 'Part of the name, case-insensitive' })),
  mine: Type.Optional(Type.Boolean({ description: 'Only teams of the caller' })),
});
export type TeamsQuery = Static<typeof TeamsQuery>;
/** A filter of schedules. */
export const OfTeam = Type.String({ description: 'Id of a team, as in the list of teams: only its schedules' });
export const TeamMembersQuery = Body({ ...PageQuery });

export const NewTeam = Body(
  {
    name: Name(60),
    description: Type.Optional(Description(200)),
    external_id: Type.Optional(ExternalId),
    managed_by: Type.Optional(ManagedBy),
  },
  { title: 'TeamCreation', examples: [{ name: 'Platform', description: 'Runs the servers' }] },
);
export type NewTeam = Static<typeof NewTeam>;

export const TeamUpdate = Body(
  {
    name: Type.Optional(Name(60)),
    description: Type.Optional(Description(200)),
    external_id: Type.Optional(OrNone(ExternalId)),
    managed_by: Type.Optional(OrNone(ManagedBy)),
  },
  { title: 'TeamUpdate', examples: [{ description: 'Runs the servers and the network' }] },
);
export type TeamUpdate = Static<typeof TeamUpdate>;
