/** The names of roles and seats. */
import type { Person } from '../session/session.tsx';

interface Words {
  readonly label: string;
  readonly about: string;
}

export const ROLES: Record<Person['role'], Words> = {
  owner: { label: 'Owner', about: 'May do everything' },
  admin: { label: 'Admin', about: 'May do everything except change owners' },
  standard: { label: 'Standard', about: 'May change their own teams and schedules' },
};

export const SEATS: Record<Person['seat'], Words> = {
  member: { label: 'Member', about: 'Can be on call' },
  viewer: { label: 'Viewer', about: 'Can only read' },
};
