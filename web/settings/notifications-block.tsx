/** How the reader gets each kind of notification: chat, email, both or none. */
import { Alert, Box, NativeSelect, Text } from '@mantine/core';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useChange, useGet } from '../api/queries.ts';
import { usePermissions } from '../session/permissions.ts';
import { notifyDone } from '../ui/feedback/notify.ts';
import { ProblemNote, QueryResult } from '../ui/feedback/problem.tsx';
import { Block } from './block.tsx';
import classes from './rows.module.css';

type Settings = Schemas['NotificationSettings'];
type Kind = keyof Settings['notifications'];
type Choice = Settings['notifications'][Kind];

const KINDS: Readonly<Record<Kind, { readonly label: string; readonly about: string }>> = {
  reminder: { label: 'Reminders', about: 'Before your shifts, at the times chosen below.' },
  cover_asked: { label: 'Cover asked for', about: 'Someone in your rotation asks for cover.' },
  cover_taken: {
    label: 'Your requests for cover',
    about: 'Someone takes a shift of yours, can’t cover it, leaves after taking it, or asks for cover for you.',
  },
  shift_moved: {
    label: 'Your shifts change',
    about: 'Someone puts you on call, takes you off call or moves your shift.',
  },
  service_problem: { label: 'Problems', about: 'Messages, mails or webhooks fail. For admins.' },
};

const CHOICES: Readonly<Record<Exclude<Choice, 'default'>, string>> = {
  chat: 'Chat',
  email: 'E-mail',
  both: 'Chat and email',
  none: 'None',
};

const DEFAULTS: Readonly<Record<Settings['reach']['default'], string>> = {
  chat: 'Default: chat',
  email: 'Default: email',
  none: 'Default: none',
};

export function NotificationsBlock() {
  const settings = useGet('/user/notifications/');
  return (
    <Block
      title="Notifications"
      about="How each kind reaches you. What a channel shows is not sent again as a direct message."
    >
      <QueryResult query={settings} height={330}>
        {(answer) => <Choices settings={answer} />}
      </QueryResult>
    </Block>
  );
}

function Choices({ settings: { notifications, reach } }: { readonly settings: Settings }) {
  const { data: permissions } = usePermissions();
  const isAdmin = permissions?.actions.includes('handle deliveries') ?? false;
  const kinds = (Object.keys(KINDS) as Kind[]).filter((kind) => kind !== 'service_problem' || isAdmin);
  return (
    <>
      <ReachNote reach={reach} />
      <ul className={classes.rows}>
        {kinds.map((kind) => (
          <ChoiceOfKind key={kind} kind={kind} stored={notifications[kind]} byDefault={DEFAULTS[reach.default]} />
        ))}
      </ul>
    </>
  );
}

interface ChoiceOfKindProps {
  readonly kind: Kind;
  readonly stored: Choice;
  /** The label of the default. */
  readonly byDefault: string;
}

function ChoiceOfKind({ kind, stored, byDefault }: ChoiceOfKindProps) {
  const save = useChange(
    (chosen: Choice) => unwrap(api.PATCH('/user/notifications/', { body: { notifications: { [kind]: chosen } } })),
    { onDone: () => notifyDone('Your notifications are saved.'), queue: `/user/notifications/ ${kind}` },
  );
  const { label, about } = KINDS[kind];
  return (
    <li className={`${classes.row} ${classes.choice}`}>
      <Box>
        <Text size="sm" fw={500} component="label" htmlFor={`notification-${kind}`}>
          {label}
        </Text>
        <Text size="sm" c="dimmed">
          {about}
        </Text>
        <ProblemNote error={save.error} />
      </Box>
      <NativeSelect
        id={`notification-${kind}`}
        w={{ base: '100%', xs: 210 }}
        value={save.isPending ? save.variables : stored}
        data={[
          { value: 'default', label: byDefault },
          ...Object.entries(CHOICES).map(([value, label]) => ({ value, label })),
        ]}
        onChange={({ currentTarget }) => save.mutate(currentTarget.value as Choice)}
      />
    </li>
  );
}

/** A warning if a chosen channel cannot reach the reader. */
function ReachNote({ reach: { chat, email } }: Pick<Settings, 'reach'>) {
  if (chat && email) return null;
  const missing = [
    ...(chat ? [] : ['You are not in the chat yet: an admin can give you a chat id, or connect a chat.']),
    ...(email ? [] : ['E-mail is not set up here.']),
  ];
  return (
    <Alert color={chat || email ? 'gray' : 'yellow'} variant="light">
      {missing.join(' ')}
    </Alert>
  );
}
