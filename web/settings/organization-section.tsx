import { Button, Group, Stack, TextInput } from '@mantine/core';
import { api, ifMatch, type Schemas, unwrap } from '../api/client.ts';
import { useGet } from '../api/queries.ts';
import { ZoneInput } from '../time/zone-input.tsx';
import { notifyDone } from '../ui/feedback/notify.ts';
import { ProblemNote, QueryResult } from '../ui/feedback/problem.tsx';
import { LeaveGuard } from '../ui/forms/leave-guard.tsx';
import { useEdit } from '../ui/forms/use-edit.tsx';
import { Block } from './block.tsx';

const LABELS = { name: 'Name', zone: 'Time zone' };

export function OrganizationSection() {
  const query = useGet('/organization/');
  return (
    <Block title="Organization">
      <QueryResult query={query} height={190}>
        {({ organization, etag }) => <OrganizationForm organization={organization} etag={etag} />}
      </QueryResult>
    </Block>
  );
}

interface OrganizationFormProps {
  readonly organization: Schemas['Organization'];
  readonly etag: string | undefined;
}

function OrganizationForm({ organization, etag }: OrganizationFormProps) {
  const edit = useEdit({
    what: 'the organization',
    latest: { values: { name: organization.name, zone: organization.time_zone }, etag },
    labels: LABELS,
    send: ({ name, zone }, tag) => {
      const body = { ...(name !== undefined && { name: name.trim() }), ...(zone !== undefined && { time_zone: zone }) };
      return unwrap(api.PATCH('/organization/', { params: ifMatch(tag), body }));
    },
    onShown: () => notifyDone('The organization is saved.'),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        edit.save();
      }}
    >
      <LeaveGuard isOn={edit.isChanged} />
      <Stack maw={420}>
        {edit.note}
        <TextInput
          label="Name"
          required
          withAsterisk={false}
          maxLength={100}
          value={edit.draft.name}
          onChange={({ currentTarget }) => edit.change({ name: currentTarget.value })}
        />
        <ZoneInput
          label="Time zone"
          description="For people who have not set their own"
          value={edit.draft.zone}
          onChange={(picked) => picked !== null && edit.change({ zone: picked })}
        />
        <ProblemNote error={edit.error} />
        <Group>
          <Button type="submit" loading={edit.isBusy} disabled={!edit.isChanged}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
