import Type from 'typebox';
import { Body } from '../fields.ts';

const Action = Type.Enum(
  [
    'create team',
    'change team',
    'create schedule',
    'change schedule',
    'cover',
    'change users',
    'change owners',
    'change organization',
    'read audit log',
    'handle deliveries',
    'read hours',
    'change webhooks',
  ],
  { type: 'string', title: 'Permission' },
);

export const PermissionsAnswer = Type.Object({ actions: Type.Array(Action) }, { title: 'PermissionsAnswer' });
export const PermissionsQuery = Body({
  schedule_id: Type.Optional(Type.String({ description: 'The schedule for `change schedule`' })),
  team_id: Type.Optional(Type.String({ description: 'The team for `change team`' })),
});
