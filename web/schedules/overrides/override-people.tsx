import { ActionIcon, Box, Button, Group, Stack } from '@mantine/core';
import { PersonSearch } from '../../people/person-search.tsx';
import { Icon } from '../../ui/icons.tsx';
import { type Draft, MAX_PEOPLE } from './override-draft.ts';

interface OverridePeopleProps {
  readonly people: Draft['people'];
  readonly onChange: (people: Draft['people']) => void;
}

/** One to four people who are on call together. */
export function OverridePeople({ people, onChange }: OverridePeopleProps) {
  return (
    <Stack gap="xs">
      {people.map((person, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place has only its number until somebody is chosen for it
        <Group key={i} gap="xs" wrap="nowrap" align="flex-end">
          <Box flex={1} miw={0}>
            <PersonSearch
              label={i === 0 ? 'Who is on call' : 'And'}
              value={person}
              openOnFocus={false}
              // The panel is opened to choose a person, so typing can start at once.
              {...(i === 0 && { 'data-autofocus': true })}
              onPick={(picked) => onChange(people.with(i, picked))}
              isChosen={({ id }) => people.some((other, place) => place !== i && other?.id === id)}
            />
          </Box>
          {people.length > 1 && (
            <ActionIcon
              variant="default"
              size={36}
              aria-label={`Remove ${person?.name ?? 'this place'}`}
              onClick={() => onChange(people.toSpliced(i, 1))}
            >
              <Icon name="remove" size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {people.length < MAX_PEOPLE && people.at(-1) !== undefined && (
        <Button variant="subtle" size="xs" w="fit-content" onClick={() => onChange([...people, undefined])}>
          Add another person
        </Button>
      )}
    </Stack>
  );
}
