import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, unwrap } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import { useSession } from '../session/session.tsx';
import { ZoneInput } from '../time/zone-input.tsx';
import { notifyDone } from '../ui/notify.ts';
import { ProblemNote } from '../ui/problem.tsx';
import { Block } from './block.tsx';

interface Draft {
  readonly name?: string;
  readonly zone?: string;
}

export function OrganizationSection() {
  const { organization } = useSession();
  const [draft, setDraft] = useState<Draft>({});
  const { name = organization.name, zone = organization.time_zone } = draft;
  const save = useChange(() => unwrap(api.PATCH('/organization/', { body: { name: name.trim(), time_zone: zone } })), {
    onShown: () => {
      setDraft({});
      notifyDone('The organization is saved.');
    },
  });
  return (
    <Block title="Organization">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(undefined);
        }}
      >
        <Stack maw={420}>
          <TextInput
            label="Name"
            required
            withAsterisk={false}
            maxLength={100}
            value={name}
            onChange={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
          />
          <ZoneInput
            label="Time zone"
            description="For everyone who has set none of their own"
            value={zone}
            onChange={(picked) => picked !== null && setDraft({ ...draft, zone: picked })}
          />
          <ProblemNote error={save.error} />
          <Group>
            <Button type="submit" loading={save.isPending} disabled={Object.keys(draft).length === 0}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Block>
  );
}
