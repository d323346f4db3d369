import Type, { type Static } from 'typebox';
import { ScheduleReference } from '../schedules/shifts.ts';
import { Team } from './teams.ts';

export const Deactivation = Type.Object(
  {
    schedules: Type.Array(ScheduleReference, {
      description: 'Schedules with the user in a layer or override from now on',
    }),
    overrides: Type.Integer({ minimum: 0, description: 'Unfinished overrides with the user' }),
    coverage_requests: Type.Integer({
      minimum: 0,
      description: 'Pending coverage requests of the user, which are canceled',
    }),
    teams: Type.Array(Team),
  },
  { title: 'Deactivation' },
);
export type Deactivation = Static<typeof Deactivation>;
export const DeactivationAnswer = Type.Object({ deactivation: Deactivation }, { title: 'DeactivationAnswer' });
