import { Stack, Switch } from '@mantine/core';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useChange, useGet } from '../api/queries.ts';
import { notifyDone } from '../ui/feedback/notify.ts';
import { ProblemNote, QueryResult } from '../ui/feedback/problem.tsx';
import { Block } from './block.tsx';
import { NotificationsBlock } from './notifications-block.tsx';

type Lists = Partial<Pick<Schemas['UserSettings'], 'reminder_hours' | 'chat_mentions'>>;

const REMINDERS = [
  { hours: 24, label: 'A day before', about: 'Time to ask for cover, if need be.' },
  { hours: 1, label: 'An hour before', about: 'Time to get to a desk.' },
] as const;

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
          {({ settings: { reminder_hours: stored } }) => (
            <Stack>
              {REMINDERS.map(({ hours, label, about }) => (
                <ListSwitch
                  key={hours}
                  {...{ label, about }}
                  isOn={stored.includes(hours)}
                  element={{ reminder_hours: [hours] }}
                  done="Your reminders are saved."
                />
              ))}
            </Stack>
          )}
        </QueryResult>
      </Block>
      <Block title="Mentions" about="Schedules post in channels. You are mentioned there, and so notified, when:">
        <QueryResult query={settings} height={215}>
          {({ settings: { chat_mentions: stored } }) => (
            <Stack>
              {MENTIONS.map(({ why, label, about }) => (
                <ListSwitch
                  key={why}
                  {...{ label, about }}
                  isOn={stored.includes(why)}
                  element={{ chat_mentions: [why] }}
                  done="Your mentions are saved."
                />
              ))}
            </Stack>
          )}
        </QueryResult>
      </Block>
    </>
  );
}

interface ListSwitchProps {
  readonly label: string;
  readonly about: string;
  /** Whether the stored list has the element. */
  readonly isOn: boolean;
  /** The list with only this element. */
  readonly element: Lists;
  readonly done: string;
}

/** Sends only its own element: the list may have changed in another window, and no live event tells of that. */
function ListSwitch({ label, about, isOn, element, done }: ListSwitchProps) {
  const save = useChange(
    (isWanted: boolean) =>
      unwrap(api.PATCH('/user/settings/', { body: { settings: { [isWanted ? 'add' : 'remove']: element } } })),
    { onDone: () => notifyDone(done), queue: `/user/settings/ ${label}` },
  );
  return (
    <>
      <Switch
        label={label}
        description={about}
        checked={save.isPending ? save.variables : isOn}
        onChange={({ currentTarget }) => save.mutate(currentTarget.checked)}
      />
      <ProblemNote error={save.error} />
    </>
  );
}
