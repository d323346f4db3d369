import { ActionIcon, Menu } from '@mantine/core';
import { useHasPasswords } from '../session/passwords.ts';
import { useMay } from '../session/permissions.ts';
import { type Person, useMe } from '../session/session.tsx';
import { Icon } from '../ui/icons.tsx';

export type PersonAction = 'edit' | 'link' | 'identities' | 'deactivate';

interface PersonMenuProps {
  readonly person: Person;
  readonly onAction: (action: PersonAction, person: Person) => void;
}

/** Renders nothing when the reader may do none of the actions. */
export function PersonMenu({ person, onAction }: PersonMenuProps) {
  const me = useMe();
  const hasPasswords = useHasPasswords();
  const [mayUsers, mayOwners] = [useMay('change users'), useMay('change owners')];
  if (!(person.role === 'owner' ? mayOwners : mayUsers)) return null;
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`What to do with ${person.name}`}>
          <Icon name="more" size={24} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="edit" size={16} />} onClick={() => onAction('edit', person)}>
          Edit
        </Menu.Item>
        {hasPasswords && (
          <Menu.Item leftSection={<Icon name="link" size={16} />} onClick={() => onAction('link', person)}>
            New sign-in link
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon name="people" size={16} />} onClick={() => onAction('identities', person)}>
          Single sign-on
        </Menu.Item>
        {person.id !== me.id && (
          <Menu.Item leftSection={<Icon name="remove" size={16} />} onClick={() => onAction('deactivate', person)}>
            Deactivate
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
