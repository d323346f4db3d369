import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { api, ifMatch, type Schemas, unwrap } from '../api/client.ts';
import { useGet } from '../api/queries.ts';
import { useHasPasswords } from '../session/passwords.ts';
import { useMe, useReaderZone, useSession } from '../session/session.tsx';
import { ZoneInput } from '../time/zone-input.tsx';
import { deviceZone } from '../time/zone-mark.ts';
import { notifyDone } from '../ui/feedback/notify.ts';
import { ProblemNote, QueryResult } from '../ui/feedback/problem.tsx';
import { clearButton } from '../ui/forms/clear-button.ts';
import { LeaveGuard } from '../ui/forms/leave-guard.tsx';
import { useEdit } from '../ui/forms/use-edit.tsx';
import { Block } from './block.tsx';
import { PasswordBlock } from './password-block.tsx';
import { SessionsBlock } from './sessions-block.tsx';

export function ProfileSection() {
  const hasPasswords = useHasPasswords();
  return (
    <Stack gap="lg">
      <ProfileBlock />
      {hasPasswords && <PasswordBlock />}
      <SessionsBlock />
    </Stack>
  );
}

const LABELS = { name: 'Name', zone: 'Time zone' };

function ProfileBlock() {
  const query = useGet('/user/');
  return (
    <Block title="Profile" about={`You are ${useMe().email}. An admin can change the email.`}>
      <QueryResult query={query} height={210}>
        {({ user, etag }) => <ProfileForm user={user} etag={etag} />}
      </QueryResult>
    </Block>
  );
}

function ProfileForm({ user, etag }: { readonly user: Schemas['User']; readonly etag: string | undefined }) {
  const { organization } = useSession();
  const values: { readonly name: string; readonly zone: string | null } = {
    name: user.name,
    zone: user.time_zone ?? null,
  };
  const edit = useEdit({
    what: 'your profile',
    latest: { values, etag },
    labels: LABELS,
    send: ({ name, zone }, tag) => {
      const body = { ...(name !== undefined && { name: name.trim() }), ...(zone !== undefined && { time_zone: zone }) };
      return unwrap(api.PATCH('/user/', { params: ifMatch(tag), body }));
    },
    onShown: () => notifyDone('Your profile is saved.'),
  });
  const { name, zone } = edit.draft;
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
          autoComplete="name"
          required
          withAsterisk={false}
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => edit.change({ name: currentTarget.value })}
        />
        <ZoneInput
          label="Time zone"
          description="Times are shown to you in this zone"
          placeholder={`As the organization: ${organization.time_zone}`}
          clearable
          clearButtonProps={clearButton('Use the time zone of the organization')}
          value={zone}
          onChange={(picked) => edit.change({ zone: picked })}
        />
        <BrowserZoneHint chosen={zone} onUse={(picked) => edit.change({ zone: picked })} />
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

interface HintProps {
  readonly chosen: string | null;
  readonly onUse: (zone: string) => void;
}

function BrowserZoneHint({ chosen, onUse }: HintProps) {
  const shown = useReaderZone();
  const here = deviceZone();
  if (here === (chosen ?? shown)) return null;
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        This browser is in {here}.
      </Text>
      <Button size="compact-sm" variant="light" onClick={() => onUse(here)}>
        Use it
      </Button>
    </Group>
  );
}
