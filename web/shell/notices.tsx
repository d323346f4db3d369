/**
 * Notices for admins above every page: what does not reach the chat, a mailbox or a webhook, or who may not sign in; since when, and what to do. They
 * disappear when it is right again.
 */
import { Alert, Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Schemas } from '../api/client.ts';
import { useGet } from '../api/queries.ts';
import { useMay } from '../session/permissions.ts';
import { Moment } from '../time/moment.tsx';

const TITLES: Readonly<Record<Schemas['Notice']['kind'], string>> = {
  messages_wait: 'Messages are waiting',
  messages_failed: 'Messages did not arrive',
  groups_fail: 'User groups are not up to date',
  mails_wait: 'Mails are waiting',
  mails_failed: 'Mails did not arrive',
  webhooks_disabled: 'A webhook was disabled',
  webhooks_fail: 'A webhook fails',
  identities_refused: 'A sign-in was refused',
};

export function Notices() {
  const { data } = useGet('/notices/', undefined, { enabled: useMay('handle deliveries') });
  return data?.notices.map(({ kind, since, message, advice }) => (
    <Alert key={kind} color="orange" variant="light" title={TITLES[kind]} role="status" mb="md">
      <Text size="sm">
        {message} Since <Moment at={since} />.
      </Text>
      <Text size="sm">
        {advice} <WhereToLook kind={kind} />
      </Text>
    </Alert>
  ));
}

const DELIVERIES = { to: '/settings/deliveries', label: 'Deliveries' };
const WEBHOOKS = { to: '/settings/webhooks', label: 'Webhooks' };

const WHERE_TO_LOOK: Readonly<Record<Schemas['Notice']['kind'], { readonly to: string; readonly label: string }>> = {
  messages_wait: DELIVERIES,
  messages_failed: DELIVERIES,
  groups_fail: DELIVERIES,
  mails_wait: DELIVERIES,
  mails_failed: DELIVERIES,
  webhooks_disabled: WEBHOOKS,
  webhooks_fail: WEBHOOKS,
  identities_refused: { to: '/people', label: 'People' },
};

function WhereToLook({ kind }: { readonly kind: Schemas['Notice']['kind'] }) {
  const { to, label } = WHERE_TO_LOOK[kind];
  return (
    <Anchor component={Link} to={to} inherit c="inherit" underline="always">
      {label}
    </Anchor>
  );
}
