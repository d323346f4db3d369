import { Box, Button, SimpleGrid } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { parseInstant } from '../../src/time/iso.ts';
import { useGet } from '../api/queries.ts';
import { PersonSearch } from '../people/person-search.tsx';
import { useReaderZone } from '../session/session.tsx';
import { instantText } from '../time/format.ts';
import { MomentInput } from '../time/moment-input.tsx';
import { clearButton } from '../ui/forms/clear-button.ts';
import { SearchSelect } from '../ui/forms/search-select.tsx';
import { useAddress } from '../ui/lists/address.ts';
import { AddressInput } from '../ui/lists/address-input.tsx';
import { ACTION_GROUPS } from './audit-actions.ts';
import classes from './audit-log.module.css';

const ACTIONS = ACTION_GROUPS.map(({ noun, actions }) => ({
  group: noun,
  items: Object.entries(actions).map(([value, { label }]) => ({ value, label })),
}));

const NOTHING = { actor_id: undefined, action: undefined, target_id: undefined, from: undefined, to: undefined };

/** Collapsed on a phone, where they would fill the screen. */
export function AuditLogFilters() {
  const { params } = useAddress();
  const count = Object.keys(NOTHING).filter((name) => params.has(name)).length;
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <Box>
      <Button variant="default" hiddenFrom="xs" fullWidth onClick={toggle} aria-expanded={isOpen}>
        {count === 0 ? 'Filter' : `Filter (${count})`}
      </Button>
      <Box {...(!isOpen && { visibleFrom: 'xs' as const })} mt={{ base: 'sm', xs: 0 }}>
        <Filters isFiltered={count > 0} />
      </Box>
    </Box>
  );
}

function Filters({ isFiltered }: { readonly isFiltered: boolean }) {
  const { params, change } = useAddress();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 6 }} spacing="sm" className={classes.filters ?? ''}>
      <WhoFilter />
      <SearchSelect
        label="What"
        placeholder="Anything"
        data={ACTIONS}
        clearable
        clearButtonProps={clearButton('Anything')}
        nothingFoundMessage="No target has this name"
        value={params.get('action')}
        onChange={(action) => change({ action: action ?? undefined, page: undefined })}
      />
      <AddressInput name="target_id" label="Target id" placeholder="sch_…" />
      <WhenFilter name="from" label="From" />
      <WhenFilter name="to" label="Until" />
      <Button variant="default" disabled={!isFiltered} onClick={() => change({ ...NOTHING, page: undefined })}>
        Show all
      </Button>
    </SimpleGrid>
  );
}

function WhoFilter() {
  const { params, change } = useAddress();
  const id = params.get('actor_id');
  const { data } = useGet('/users/{user_id}', { params: { path: { user_id: id ?? '' } } }, { enabled: id !== null });
  return (
    <PersonSearch
      label="Who"
      placeholder="Anyone"
      clearable
      clearButtonProps={clearButton('Anyone')}
      includesViewers
      value={id === null ? undefined : data?.user}
      onPick={(person) => change({ actor_id: person?.id, page: undefined })}
    />
  );
}

function WhenFilter({ name, label }: { readonly name: 'from' | 'to'; readonly label: string }) {
  const { params, change } = useAddress();
  const zone = useReaderZone();
  return (
    <MomentInput
      label={label}
      zone={zone}
      value={parseInstant(params.get(name) ?? '')}
      onChange={(at) =>
        change({ [name]: at === undefined ? undefined : instantText(at), page: undefined }, { replace: true })
      }
    />
  );
}
