/** For a new organization, above everything else on the first page: what it is called, and then what is still to do. */
import type { Schemas } from '../api/client.ts';
import { useMay } from '../session/permissions.ts';
import { useSession } from '../session/session.tsx';
import { Checklist } from './checklist.tsx';
import { NameOrganization } from './name-organization.tsx';

/** Nothing for those who may not change the organization. */
export function Setup({ step }: { readonly step: NonNullable<Schemas['Organization']['setup']> }) {
  const { organization } = useSession();
  if (!useMay('change organization')) return null;
  return step === 'name' ? <NameOrganization organization={organization} /> : <Checklist />;
}
