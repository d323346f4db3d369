/** The setup of a new organization, at the top of the first page: its name, then the remaining steps. */
import type { Schemas } from '../api/client.ts';
import { useMay } from '../session/permissions.ts';
import { useSession } from '../session/session.tsx';
import { Checklist } from './checklist.tsx';
import { NameOrganization } from './name-organization.tsx';

/** Renders nothing for users who may not change the organization. */
export function Setup({ step }: { readonly step: NonNullable<Schemas['Organization']['setup']> }) {
  const { organization } = useSession();
  if (!useMay('change organization')) return null;
  return step === 'name' ? <NameOrganization organization={organization} /> : <Checklist />;
}
