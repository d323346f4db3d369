import { Stack, Switch } from '@mantine/core';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useChange, useGet } from '../api/queries.ts';
import { notifyDone } from '../ui/feedback/notify.ts';
import { ProblemNote, QueryResult } from '../ui/feedback/problem.tsx';
import { Block } from './block.tsx';
import { NotificationsBlock } from './notifications-block.tsx';

type Hours = Schemas['UserSettings']['reminder_hours'];

const CHOICES = [
  { hours: 24, label: 'A day before', about: 'Time to ask for cover, if need be.' },
  { hours: 1, label: 'An hour before', about: 'Time to get to a desk.' },
] as const;

type Mentions = Schemas['UserSettings']['chat_mentions'];

const MENTIONS = [
  {
    why: 'put_on_call',
    label: 'You are put on call',
    about: 'At a handoff to you, or when someone gives you a shift.',
  },
  {
    why: 'taken_off_call',
    label: 'You are taken off call',
    about: 'When someone takes a shift from you.',
  },
  { why: 'shift_ended', label: 'Your shift ends', about: 'At the handoff to the next person.' },
  { why: 'shift_moved', label: 'Your next shift moves', about: 'When a change to a schedule moves it.' },
] as const;

export function NotificationsSection() {
  const settings = useGet('/user/settings/');
  return (
    <>
      <NotificationsBlock />
      <Block title="Reminders" about="When you are reminded of your shifts.">
        <QueryResult query={settings} height={110}>
          {(answer) => <ReminderSwitches hours={answer.settings.reminder_hours} />}
        </QueryResult>
      </Block>
      <Block title="Mentions" about="Schedules post in channels. You are mentioned there, and so notified, when:">
        <QueryResult query={settings} height={215}>
          {(answer) => <MentionSwitches mentions={answer.settings.chat_mentions} />}
        </QueryResult>
      </Block>
    </>
  );
}

function MentionSwitches({ mentions }: { readonly mentions: Mentions }) {
  const save = useChange(
    (chatMentions: Mentions) =>
      unwrap(api.PATCH('/user/settings/', { body: { settings: { chat_mentions: chatMentions } } })),
    { onDone: () => notifyDone('Your mentions are saved.') },
  );
  const shown = save.isPending ? save.variables : mentions;
  return (
    <Stack>
      {MENTIONS.map(({ why, label, about }) => (
        <Switch
          key={why}
          label={label}
          description={about}
          checked={shown.includes(why)}
          onChange={({ currentTarget: { checked } }) =>
            save.mutate(checked ? [...shown, why] : shown.filter((one) => one !== why))
          }
        />
      ))}
      <ProblemNote error={save.error} />
    </Stack>
  );
}

function ReminderSwitches({ hours }: { readonly hours: Hours }) {
  const save = useChange(
    (reminderHours: Hours) =>
      unwrap(api.PATCH('/user/settings/', { body: { settings: { reminder_hours: reminderHours } } })),
    { onDone: () => notifyDone('Your reminders are saved.') },
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
