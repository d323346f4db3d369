/** The filter of the page Now. It is in the address, so that a shared link shows the same schedules. */
import { Group } from '@mantine/core';
import { useAll } from '../api/queries.ts';
import { useAddress } from '../ui/address.ts';
import { AddressInput } from '../ui/address-input.tsx';
import { clearButton } from '../ui/clear-button.ts';
import { Icon } from '../ui/icons.tsx';
import { SearchSelect } from '../ui/search-select.tsx';
import type { Filter } from './schedules-shown.ts';

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
        w={{ base: '100%', xs: 220 }}
      />
    </Group>
  );
}
