/** A person's name with their initials in their colour. */
import { Group, Text } from '@mantine/core';
import type { Schemas } from '../api/client.ts';
import classes from './person.module.css';
import { usePersonColor } from './person-colors.tsx';

type Named = Pick<Schemas['User'], 'id' | 'name'>;

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  // Splits by characters, so that no surrogate pair is cut in half.
  const [first = [], last = []] = [words[0], words.at(-1)].map((word = '') => [...word]);
  const letters = words.length === 1 ? first.slice(0, 2) : [first[0], last[0]];
  return letters.join('').toUpperCase();
}

export function PersonAvatar({ person, size = 26 }: { readonly person: Named; readonly size?: number }) {
  const colorOf = usePersonColor();
  return (
    <span
      className={`person-color ${classes.mark}`}
      style={{ ...colorOf(person.id), width: size, height: size, fontSize: size * 0.4 }}
      aria-hidden="true"
    >
      {initialsOf(person.name)}
    </span>
  );
}

export function PersonName({ person, size = 26 }: { readonly person: Named; readonly size?: number }) {
  return (
    <Group gap={8} wrap="nowrap" component="span" display="inline-flex" maw="100%">
      <PersonAvatar person={person} size={size} />
      <Text span inherit truncate dir="auto">
        {person.name}
      </Text>
    </Group>
  );
}

/** `Ada`, `Ada and Grace`, `Ada, Grace and Linus`. */
export function namesOf(people: readonly Named[]): string {
  const names = people.map(({ name }) => name);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
