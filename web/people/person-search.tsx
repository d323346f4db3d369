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
  /** Viewers can be picked only where nobody is put on call or into a team. */
  readonly includesViewers?: boolean;
  /** People who are chosen already. */
  readonly isChosen?: (person: Schemas['User']) => boolean;
}

export function PersonSearch(props: PersonSearchProps) {
  const { value, onPick, includesViewers = false, isChosen = () => false, ...rest } = props;
  const [typed, setTyped] = useState('');
  const wanted = typed === value?.name ? '' : typed.trim();
  const [query] = useDebouncedValue(wanted, 150);
  const { data, isPlaceholderData, isLoading } = useGet(
    '/users/',
    { params: { query: { per_page: READ, ...(query !== '' && { query }) } } },
    { keepPrevious: true },
  );
  const matching = data?.users ?? [];
  const viewers = includesViewers ? [] : matching.filter(({ seat }) => seat === 'viewer');
  const found = matching.filter((person) => !viewers.includes(person) && !isChosen(person)).slice(0, SHOWN);
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
      nothingFoundMessage={isLooking ? 'Looking…' : query === '' ? NOBODY_AT_FIRST : nobodyFound(matching, viewers)}
      renderOption={({ option }) => <PersonName person={{ id: option.value, name: option.label }} size={22} />}
    />
  );
}

/** A person who exists but cannot be picked must not be called unknown. */
function nobodyFound(matching: readonly Schemas['User'][], viewers: readonly Schemas['User'][]): string {
  if (viewers.length > 0) return `${someNames(viewers)}: viewer seat, cannot be on call`;
  if (matching.length > 0) return `${someNames(matching)}: chosen already`;
  return 'No name or email matches';
}

function someNames(people: readonly Schemas['User'][]): string {
  const names = people.slice(0, 3).map(({ name }) => name);
  return names.join(', ');
}
