import { useLocation } from 'wouter';
import { api, unwrap } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import { type TeamDraft, TeamFields } from './team-fields.tsx';

export function NewTeam({ onClose }: { readonly onClose: () => void }) {
  const [, navigate] = useLocation();
  const creating = useChange(
    async ({ name, description }: TeamDraft) =>
      (await unwrap(api.POST('/teams/', { body: { name, ...(description !== '' && { description }) } }))).team,
    { onDone: ({ id }) => navigate(`/teams/${id}`) },
  );
  return (
    <TeamFields
      title="New team"
      action="Create the team"
      initial={{ name: '', description: '' }}
      isBusy={creating.isPending}
      error={creating.error}
      onSave={creating.mutate}
      onClose={onClose}
    />
  );
}
