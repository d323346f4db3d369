import { Alert, Stack, Switch } from '@mantine/core';
import { answered, api, type Schemas } from '../api/client.ts';
import { useChange, useGet } from '../api/queries.ts';
import { Answered, ProblemNote } from '../page/problem.tsx';
import { sayDone } from '../page/say-done.ts';
import { Block } from './block.tsx';

type Hours = Schemas['UserSettings']['reminder_hours'];

const CHOICES = [
  { hours: 24, label: 'A day before', about: 'Time to ask for cover, if need be.' },
  { hours: 1, label: 'An hour before', about: 'Time to get to a desk.' },
] as const;

export function RemindersSection() {
  const settings = useGet('/user/settings/');
  return (
    <Block title="Reminders" about="A direct message in the chat before a shift of yours begins.">
      <NoChatNote />
      <Answered query={settings} height={110}>
        {(answer) => <ReminderSwitches hours={answer.settings.reminder_hours} />}
      </Answered>
    </Block>
  );
}

function ReminderSwitches({ hours }: { readonly hours: Hours }) {
  const save = useChange(
    (reminder_hours: Hours) => answered(api.PATCH('/user/settings/', { body: { settings: { reminder_hours } } })),
    { onDone: () => sayDone('Your reminders are saved.') },
  );
  const shown = save.isPending ? save.variables : hours;
  return (
    <Stack>
      {CHOICES.map((choice) => (
        <Switch
          key={choice.hours}
          label={choice.label}
          description={choice.about}
          checked={shown.includes(choice.hours)}
          onChange={({ currentTarget: { checked } }) =>
            save.mutate(checked ? [...shown, choice.hours] : shown.filter((one) => one !== choice.hours))
          }
        />
      ))}
      <ProblemNote error={save.error} />
    </Stack>
  );
}

/** Nobody should wait for a message that has no way to them. */
function NoChatNote() {
  const { data } = useGet('/chat/');
  if (data?.chat.provider !== 'none') return null;
  return (
    <Alert color="yellow" variant="light" title="No chat is connected">
      Reminders are kept, and sent once there is a chat.
    </Alert>
  );
}
