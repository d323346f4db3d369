/** The page of a team: its schedules with who is on call, and its members. */
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { api, ifMatch, type Schemas, unwrap } from '../api/client.ts';
import { useChange, useGet } from '../api/queries.ts';
import { Subscribe } from '../calendars/subscribe.tsx';
import { PersonColors } from '../people/person-colors.tsx';
import { useMay } from '../session/permissions.ts';
import { notifyDone } from '../ui/feedback/notify.ts';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import { ConfirmDeletion } from '../ui/forms/confirm-deletion.tsx';
import { changesMeanwhile } from '../ui/forms/field-change.ts';
import { lossText, ObstacleContext, useKept } from '../ui/forms/unsaved-input.ts';
import { useEdit } from '../ui/forms/use-edit.tsx';
import { isNoSuchThing, NoSuchThing } from '../ui/frame/no-such-thing.tsx';
import { Page, PageSkeleton } from '../ui/frame/page.tsx';
import { Icon } from '../ui/icons.tsx';
import { TeamFields } from './team-fields.tsx';
import { TeamMembers, useTeamMembers } from './team-members.tsx';
import { TeamSchedules } from './team-schedules.tsx';
import { TeamTimelines } from './team-timelines.tsx';
import classes from './teams.module.css';

type Team = Schemas['Team'];

export function TeamPage({ id }: { readonly id: string }) {
  const query = useGet('/teams/{team_id}', { params: { path: { team_id: id } } });
  const { data, error, isKept } = useKept(query);
  if (data !== undefined) {
    return (
      <ObstacleContext value={isKept ? lossText(error, 'This team was deleted') : undefined}>
        <Shown team={data.team} etag={data.etag} />
      </ObstacleContext>
    );
  }
  if (error === null) return <PageSkeleton />;
  if (isNoSuchThing(error)) return <NoSuchThing noun="team" others={{ to: '/teams', label: 'All teams' }} />;
  return (
    <Page title="Team">
      <ProblemNote error={error} onRetry={() => void query.refetch()} />
    </Page>
  );
}

function Shown({ team, etag }: { readonly team: Team; readonly etag: string | undefined }) {
  const mayChange = useMay('change team', { teamId: team.id });
  const { data: members = [] } = useTeamMembers(team);
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const close = () => setOpen(undefined);
  return (
    <Page
      title={team.name}
      about={team.description}
      actions={
        <>
          <Subscribe to={{ kind: 'team', team_id: team.id }} what={team.name} />
          {mayChange && (
            <>
              <Button variant="default" leftSection={<Icon name="edit" size={16} />} onClick={() => setOpen('edit')}>
                Edit
              </Button>
              <Button variant="default" onClick={() => setOpen('delete')}>
                Delete
              </Button>
            </>
          )}
        </>
      }
    >
      <PersonColors first={members}>
        <TeamTimelines team={team} />
        <div className={classes.columns}>
          <TeamSchedules team={team} />
          <TeamMembers team={team} mayChange={mayChange} />
        </div>
      </PersonColors>
      {open === 'edit' && <EditTeam team={team} etag={etag} onClose={close} />}
      {open === 'delete' && <DeleteTeam team={team} onClose={close} />}
    </Page>
  );
}

interface DeedProps {
  readonly team: Team;
  readonly onClose: () => void;
}

const LABELS = { name: 'Name', description: 'Description' };

function valuesOf({ name, description = '' }: Team) {
  return { name, description };
}

function EditTeam({ team, etag, onClose }: DeedProps & { readonly etag: string | undefined }) {
  const edit = useEdit({
    what: 'this team',
    latest: { values: valuesOf(team), etag },
    labels: LABELS,
    send: ({ name, description }, tag) => {
      const params = { path: { team_id: team.id }, ...ifMatch(tag) };
      const body = {
        ...(name !== undefined && { name: name.trim() }),
        ...(description !== undefined && { description: description.trim() }),
      };
      return unwrap(api.PATCH('/teams/{team_id}', { params, body }));
    },
    leave: onClose,
  });
  return (
    <TeamFields
      title="Edit the team"
      action="Save"
      draft={edit.draft}
      isBusy={edit.isBusy}
      error={edit.error}
      note={edit.note}
      onChange={edit.change}
      onSave={edit.save}
      onClose={onClose}
    />
  );
}

function DeleteTeam({ team, onClose }: DeedProps) {
  const [, navigate] = useLocation();
  const [opened] = useState(team);
  const path = { team_id: team.id };
  const stored = useGet('/teams/{team_id}', { params: { path } });
  const deletion = useChange(
    (etag: string | undefined) => unwrap(api.DELETE('/teams/{team_id}', { params: { path, ...ifMatch(etag) } })),
    {
      deletedId: team.id,
      onDone: () => notifyDone(`The team ${team.name} is deleted.`),
      leave: () => navigate('/teams', { replace: true }),
    },
  );
  const changes = changesMeanwhile(valuesOf(opened), valuesOf(team), { labels: LABELS });
  return (
    <ConfirmDeletion
      what="this team"
      title={`Delete the team ${team.name}?`}
      action="Delete the team"
      {...{ stored, changes, deletion, onClose }}
    >
      <Text size="sm">
        Its schedules stay as they are, without this team. Its members can no longer change them, unless they are in the
        rotation.
      </Text>
    </ConfirmDeletion>
  );
}
