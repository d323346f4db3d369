import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, unwrap } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import { useHasPasswords } from '../session/passwords.ts';
import { useReaderZone, useSession } from '../session/session.tsx';
import { browserZone, ZoneInput } from '../time/zone-input.tsx';
import { clearButton } from '../ui/clear-button.ts';
import { notifyDone } from '../ui/notify.ts';
import { ProblemNote } from '../ui/problem.tsx';
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

interface Draft {
  readonly name?: string;
  readonly zone?: string | null;
}

function ProfileBlock() {
  const { user, organization } = useSession();
  const [draft, setDraft] = useState<Draft>({});
  const { name = user.name, zone = user.time_zone ?? null } = draft;
  const save = useChange(() => unwrap(api.PATCH('/user/', { body: { name: name.trim(), time_zone: zone } })), {
    onShown: () => {
      setDraft({});
      notifyDone('Your profile is saved.');
    },
  });
  return (
    <Block title="Profile" about={`You are ${user.email}. An admin can change the email.`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(undefined);
        }}
      >
        <Stack maw={420}>
          <TextInput
            label="Name"
            autoComplete="name"
            required
            withAsterisk={false}
            maxLength={100}
            value={name}
            onChange={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
          />
          <ZoneInput
            label="Time zone"
            description="All times are shown to you in it"
            placeholder={`As the organization: ${organization.time_zone}`}
            clearable
            clearButtonProps={clearButton('Use the time zone of the organization')}
            value={zone}
            onChange={(picked) => setDraft({ ...draft, zone: picked })}
          />
          <BrowserZoneHint chosen={zone} onUse={(picked) => setDraft({ ...draft, zone: picked })} />
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

interface HintProps {
  readonly chosen: string | null;
  readonly onUse: (zone: string) => void;
}

function BrowserZoneHint({ chosen, onUse }: HintProps) {
  const shown = useReaderZone();
  const here = browserZone();
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
