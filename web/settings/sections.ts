/** The sections of the settings, in order. */
import type { Action } from '../session/permissions.ts';

export const SECTIONS = [
  { id: 'profile', label: 'Profile' },
  { id: 'notifications', label: 'Notifications' },
  { id: 'time-off', label: 'Time off' },
  { id: 'calendars', label: 'Calendars' },
  { id: 'appearance', label: 'Appearance' },
  { id: 'api-keys', label: 'API keys' },
  { id: 'all-api-keys', label: 'Keys of everyone', needs: 'change users' },
  { id: 'organization', label: 'Organization', needs: 'change organization' },
  { id: 'hours', label: 'Hours and holidays', needs: 'change organization' },
  { id: 'chat', label: 'Chat' },
  { id: 'webhooks', label: 'Webhooks', needs: 'change webhooks' },
  { id: 'deliveries', label: 'Deliveries', needs: 'handle deliveries' },
] as const satisfies readonly { id: string; label: string; needs?: Action }[];

export type SectionId = (typeof SECTIONS)[number]['id'];
