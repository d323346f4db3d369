import Type, { type Static } from 'typebox';
import { Body, Name, TimeZone } from '../fields.ts';

export const Organization = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    time_zone: Type.String({ description: 'For everyone without a time zone of their own' }),
    setup: Type.Optional(
      Type.Enum(['name', 'checklist'], {
        type: 'string',
        title: 'SetupStep',
        description:
          'Setup step that the web application shows to admins of a new organization: first its name and zone, then a list of next steps. Absent when setup is done',
      }),
    ),
  },
  { title: 'Organization' },
);
export type Organization = Static<typeof Organization>;

export const OrganizationAnswer = Type.Object({ organization: Organization }, { title: 'OrganizationAnswer' });

export const OrganizationUpdate = Body(
  {
    name: Type.Optional(Name(100)),
    time_zone: Type.Optional(TimeZone),
    setup: Type.Optional(Type.Enum(['checklist', 'done'], { type: 'string', title: 'NextSetupStep' })),
  },
  { title: 'OrganizationUpdate' },
);
export type OrganizationUpdate = Static<typeof OrganizationUpdate>;
