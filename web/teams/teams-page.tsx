/** All teams, the reader's own first. */
import { Button, SimpleGrid, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../api/client.ts';
import { useAll, useGet } from '../api/queries.ts';
import { useMay } from '../session/permissions.ts';
import { Empty } from '../ui/feedback/empty.tsx';
import { QueryResult } from '../ui/feedback/problem.tsx';
import { Page } from '../ui/frame/page.tsx';
import { Icon } from '../ui/icons.tsx';
import { useAddress } from '../ui/lists/address.ts';
import { AddressInput } from '../ui/lists/address-input.tsx';
import { PageTurner, usePageNumber } from '../ui/lists/pagination.tsx';
import { NewTeam } from './new-team.tsx';
import { TeamCard } from './team-card.tsx';

const PER_PAGE = 30;

type Team = Schemas['Team'];

export function TeamsPage() {
  const mayCreate = useMay('create team');
  const [isNew, setNew] = useState(false);
  return (
    <Page
      title="Teams"
      about="Members of a team may change its schedules."
      actions={
        mayCreate && (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setNew(true)}>
            New team
          </Button>
        )
      }
    >
      <AddressInput
        name="query"
        aria-label="Find a team"
        placeholder="Part of the name"
        leftSection={<Icon name="search" size={16} />}
        maw={360}
      />
      <FoundTeams mayCreate={mayCreate} />
      {isNew && <NewTeam onClose={() => setNew(false)} />}
    </Page>
  );
}

function FoundTeams({ mayCreate }: { readonly mayCreate: boolean }) {
  const query = useAddress().params.get('query') ?? '';
  const page = usePageNumber();
  const named = { ...(query !== '' && { query }) };
  const mine = useAll('/teams/', { params: { query: { ...named, mine: true } } }, 'teams', { keepPrevious: true });
  const all = useGet('/teams/', { params: { query: { ...named, page, per_page: PER_PAGE } } }, { keepPrevious: true });
  return (
    <QueryResult query={mine} height={320}>
      {(own) => (
        <QueryResult query={all} height={320}>
          {({ teams, meta }) => {
            const others = teams.filter(({ id }) => !own.some((team) => team.id === id));
            if (meta.total === 0) return <NoTeams isSearch={query !== ''} mayCreate={mayCreate} />;
            return (
              <Stack gap="lg">
                <TeamCards title="Your teams" teams={own} />
                <TeamCards title={own.length === 0 ? 'All teams' : 'Other teams'} teams={others} />
                <PageTurner meta={meta} />
              </Stack>
            );
          }}
        </QueryResult>
      )}
    </QueryResult>
  );
}

function TeamCards({ title, teams }: { readonly title: string; readonly teams: readonly Team[] }) {
  if (teams.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <Title order={2}>{title}</Title>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
        {teams.map((team) => (
          <TeamCard key={team.id} team={team} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function NoTeams({ isSearch, mayCreate }: { readonly isSearch: boolean; readonly mayCreate: boolean }) {
  if (isSearch) return <Empty title="No team matches">Try a shorter part of it.</Empty>;
  return (
    <Empty title="There are no teams yet">
      {mayCreate
        ? 'Make one with “New team”, add its members, and give its schedules to it.'
        : 'Someone with a member seat can make the first one.'}
    </Empty>
  );
}
