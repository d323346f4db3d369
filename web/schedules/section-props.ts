import type { Schemas } from '../api/client.ts';

/** What every section of the page of a schedule gets. */
export interface SectionProps {
  readonly schedule: Schemas['Schedule'];
  readonly mayChange: boolean;
}
