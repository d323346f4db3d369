import type { Schemas } from '../api/client.ts';

/** The props of every section on the page of a schedule. */
export interface SectionProps {
  readonly schedule: Schemas['Schedule'];
  readonly mayChange: boolean;
}
