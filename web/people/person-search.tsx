/** A field that finds a person by a part of the name or email. The server searches, so it works with thousands of people. */
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Schemas } from '../api/client.ts';
import { useGet } from '../api/queries.ts';
import { SearchSelect, type SearchSelectProps } from '../ui/forms/search-select.tsx';
import { PersonName } from './person.tsx';

/** More than are shown, because some cannot be picked, such as people who are in the team already. */
const READ = 100;
const SHOWN = 20;

const NOBODY_AT_FIRST = 'Type a part of the name or email';

interface PersonSearchProps extends Omit<SearchSelectProps, 'data' | 'value' | 'onChange'> {
  readonly value?: Schemas['User'] | undefined;
  readonly onPick: (person: Schemas['User'] | undefined) => void;
  /** Whether a person can be picked; absent: every member can. */
  readonly accepts?: (person: Schemas['User']) => boolean;
}

export function PersonSearch({ value, onPick, accepts = isMember, ...rest }: PersonSearchProps) {
  const [typed, setTyped] = useState('');
  const wanted = typed === value?.name ? '' : typed.trim();
  const [query] = useDebouncedValue(wanted, 150);
  const { data, isPlaceholderData, isLoading } = useGet(
    '/users/',
    { params: { query: { per_page: READ, ...(query !== '' && { query }) } } },
    { keepPrevious: true },
  );
  const found = (data?.users ?? []).filter(accepts).slice(0, SHOWN);
  const isLooking = query !== wanted || isPlaceholderData || isLoading;
  const people = value === undefined || found.some(({ id }) => id === value.id) ? found : [value, ...found];
  return (
    <SearchSelect
      placeholder="Name or email"
      {...rest}
      isLooking={isLooking}
      data={people.map(({ id, name }) => ({ value: id, label: name }))}
      // The server also searched by email, which the label does not show.
      filter={({ options }) => options}
      value={value?.id ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => onPick(people.find((person) => person.id === id))}
      nothingFoundMessage={
        isLooking ? 'Looking…' : query === '' ? NOBODY_AT_FIRST : nobodyFound(data?.users ?? [], accepts)
      }
      renderOption={({ option }) => <PersonName person={{ id: option.value, name: option.label }} size={22} />}
    />
  );
}

/** A person who exists but cannot be picked must not be called unknown. */
function nobodyFound(users: readonly Schemas['User'][], accepts: PersonSearchProps['accepts']): string {
  const viewers = users.filter(({ seat }) => seat === 'viewer').map(({ name }) => name);
  if (accepts !== isMember || viewers.length === 0) return 'No name or email matches';
  return `${viewers.slice(0, 3).join(', ')}: viewer seat, cannot be on call`;
}

function isMember({ seat }: Schemas['User']): boolean {
  return seat === 'member';
}
