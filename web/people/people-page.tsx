/** All people of the organization. Everyone can look somebody up; admins add, change and deactivate people. */
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useGet } from '../api/queries.ts';
import { useMay } from '../session/permissions.ts';
import type { Person } from '../session/session.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { QueryResult } from '../ui/feedback/problem.tsx';
import { Page } from '../ui/frame/page.tsx';
import { Icon } from '../ui/icons.tsx';
import { useAddress } from '../ui/lists/address.ts';
import { AddressInput } from '../ui/lists/address-input.tsx';
import { PageTurner, usePageNumber } from '../ui/lists/pagination.tsx';
import { FormerPeople } from './former-people.tsx';
import { NewPerson } from './new-person.tsx';
import { PersonActionDialog } from './person-actions.tsx';
import type { PersonAction } from './person-menu.tsx';
import { PersonRows } from './person-rows.tsx';
import { SeveralPeople } from './several/several-people.tsx';

/** The dialog that is open. */
type Open = { readonly action: 'add' | 'add several' } | { readonly action: PersonAction; readonly person: Person };

export function PeoplePage() {
  const isAdmin = useMay('change users');
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <Page
      title="People"
      about="Everyone in your organization."
      actions={
        isAdmin && (
          <>
            <Button variant="default" onClick={() => setOpen({ action: 'add several' })}>
              Add several
            </Button>
            <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen({ action: 'add' })}>
              Add a person
            </Button>
          </>
        )
      }
    >
      <AddressInput
        name="query"
        aria-label="Find a person"
        placeholder="Name or email"
        leftSection={<Icon name="search" size={16} />}
        maw={360}
      />
      <FoundPeople onAction={(action, person) => setOpen({ action, person })} />
      {open?.action === 'add' && <NewPerson onClose={close} />}
      {open?.action === 'add several' && <SeveralPeople onClose={close} />}
      {open !== undefined && 'person' in open && <PersonActionDialog {...open} onClose={close} />}
    </Page>
  );
}

function FoundPeople({ onAction }: { readonly onAction: (action: PersonAction, person: Person) => void }) {
  const query = useAddress().params.get('query') ?? '';
  const page = usePageNumber();
  const people = useGet(
    '/users/',
    { params: { query: { page, ...(query !== '' && { query }) } } },
    { keepPrevious: true },
  );
  return (
    <QueryResult query={people} height={360}>
      {({ users, meta }) => (
        <Stack>
          {users.length === 0 ? (
            <Empty title="No name or email matches">Try a shorter part of it.</Empty>
          ) : (
            <PersonRows people={users} onAction={onAction} />
          )}
          <PageTurner meta={meta} />
          <FormerPeople />
        </Stack>
      )}
    </QueryResult>
  );
}
