/** Which schedules are shown, kept in the address: what is shared shows the same to others. */
import { Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useAll } from '../api/queries.ts';
import { Icon } from '../page/icons.tsx';
import type { Filter } from './schedules-shown.ts';

export function useFilter(): Filter {
  const [params] = useSearchParams();
  return { team: params.get('team') ?? '', query: params.get('query') ?? '' };
}

export function Filters() {
  const [, setParams] = useSearchParams();
  const { team } = useFilter();
  const { data: teams = [] } = useAll('/teams/', {}, 'teams');
  return (
    <Group gap="sm" role="search" aria-label="Schedules">
      <NameFilter />
      <Select
        aria-label="Team"
        placeholder="All teams"
        data={teams.map(({ id, name }) => ({ value: id, label: name }))}
        value={team === '' ? null : team}
        onChange={(id) => setParams((params) => withParam(params, 'team', id ?? ''))}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'All teams' }}
        w={{ base: '100%', xs: 220 }}
      />
    </Group>
  );
}

function NameFilter() {
  const [, setParams] = useSearchParams();
  const { query } = useFilter();
  const [typed, setTyped] = useState({ text: query, over: query });
  // The address follows what is typed a moment later. Where it says something else again, as after going back, it is right.
  const isTyped = query === typed.over || query === typed.text.trim();
  const search = useDebouncedCallback((wanted: string) => {
    setParams((params) => withParam(params, 'query', wanted), { replace: true });
  }, 200);
  return (
    <TextInput
      aria-label="Name of a schedule"
      placeholder="Find a schedule"
      leftSection={<Icon name="search" size={16} />}
      value={isTyped ? typed.text : query}
      maxLength={60}
      onChange={({ currentTarget: { value } }) => {
        setTyped({ text: value, over: query });
        search(value.trim());
      }}
      w={{ base: '100%', xs: 260 }}
    />
  );
}

function withParam(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}
