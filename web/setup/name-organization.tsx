import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import { ZoneInput } from '../time/zone-input.tsx';
import { deviceZone } from '../time/zone-mark.ts';
import { Dial } from '../ui/dial.tsx';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import classes from './name-organization.module.css';

/** Asks for the name of a new organization, which is a placeholder until then. Its zone is probably that of the browser. */
export function NameOrganization({ organization }: { readonly organization: Schemas['Organization'] }) {
  const [name, setName] = useState('');
  const [zone, setZone] = useState(deviceZone);
  const save = useChange((body: Schemas['Organization'] | object) =>
    unwrap(api.PATCH('/organization/', { body: { ...body, setup: 'checklist' as const } })),
  );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate({ name: name.trim(), time_zone: zone });
  };
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-label="Welcome to Watchbill">
      <form onSubmit={submit} className={classes.welcome}>
        <Stack maw={460} flex={1}>
          <div>
            <Title order={2}>Welcome to Watchbill</Title>
            <Text size="sm" c="dimmed" mt={4}>
              Two questions, then a short list of what comes next. Both can be changed in the settings.
            </Text>
          </div>
          <TextInput
            label="What is your organization called?"
            placeholder={organization.name}
            required
            withAsterisk={false}
            maxLength={100}
            autoComplete="organization"
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <ZoneInput
            label="In which time zone are most people?"
            description="For people who have not set their own."
            value={zone}
            onChange={(picked) => picked !== null && setZone(picked)}
          />
          <ProblemNote error={save.error} />
          <Group>
            <Button type="submit" loading={save.isPending}>
              Save
            </Button>
            <Button variant="subtle" disabled={save.isPending} onClick={() => save.mutate({})}>
              Not now
            </Button>
          </Group>
        </Stack>
        <div className={classes.dial}>
          <Dial />
        </div>
      </form>
    </Paper>
  );
}
