/** The filter of the page Now. It is in the address, so that a shared link shows the same schedules. */
import { Group, Skeleton } from '@mantine/core';
import { useAll } from '../api/queries.ts';
import { clearButton } from '../ui/forms/clear-button.ts';
import { later } from '../ui/frame/later.tsx';
import { Icon } from '../ui/icons.tsx';
import { useAddress } from '../ui/lists/address.ts';
import { AddressInput } from '../ui/lists/address-input.tsx';
import type { Filter } from './schedules-shown.ts';

const SearchSelect = later(async () => (await import('../ui/forms/search-select.tsx')).SearchSelect);

const TEAM_WIDTH = { base: '100%', xs: 220 };

const unloaded = <Skeleton h={36} w={TEAM_WIDTH} />;

export function useFilter(): Filter {
  const { params } = useAddress();
  return { team: params.get('team') ?? '', query: params.get('query') ?? '' };
}

export function Filters() {
  const { params, change } = useAddress();
  const { data: teams = [] } = useAll('/teams/', {}, 'teams');
  return (
    <Group gap="sm" role="search" aria-label="Schedules">
      <AddressInput
        name="query"
        aria-label="Name of a schedule"
        placeholder="Find a schedule"
        leftSection={<Icon name="search" size={16} />}
        w={{ base: '100%', xs: 260 }}
      />
      <SearchSelect
        aria-label="Team"
        placeholder="All teams"
        data={teams.map(({ id, name }) => ({ value: id, label: name }))}
        value={params.get('team')}
        onChange={(id) => change({ team: id ?? undefined })}
        clearable
        clearButtonProps={clearButton('All teams')}
        w={TEAM_WIDTH}
        fallback={unloaded}
        missing={unloaded}
      />
    </Group>
  );
}
