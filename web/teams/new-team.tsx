import { useState } from 'react';
import { useLocation } from 'wouter';
import { api, unwrap } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import { type TeamDraft, TeamFields } from './team-fields.tsx';

export function NewTeam({ onClose }: { readonly onClose: () => void }) {
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState<TeamDraft>({ name: '', description: '' });
  const creating = useChange(
    async ({ name, description }: TeamDraft) =>
      (await unwrap(api.POST('/teams/', { body: { name, ...(description !== '' && { description }) } }))).team,
    { leave: ({ id }) => navigate(`/teams/${id}`) },
  );
  return (
    <TeamFields
      title="New team"
      action="Create the team"
      draft={draft}
      isBusy={creating.isPending}
      error={creating.error}
      onChange={(changes) => setDraft({ ...draft, ...changes })}
      onSave={() => creating.mutate({ name: draft.name.trim(), description: draft.description.trim() })}
      onClose={onClose}
    />
  );
}
