/** The page that an invitation or a password reset link opens. The token is after the #, so it is never sent to a server with the address. */
import { Anchor, Button, Checkbox, PasswordInput, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Link } from 'wouter';
import { ApiProblem, api, type Schemas, unwrap } from '../api/client.ts';
import { deviceZone } from '../time/zone-mark.ts';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import { MIN_PASSWORD_LENGTH, PASSWORD_RULE } from './password-rule.ts';
import { SignInFrame } from './sign-in-frame.tsx';

type Look = Schemas['SignInLinkLook'];

export function WelcomePage() {
  const [token] = useState(() => location.hash.slice(1));
  const { data, error, refetch } = useQuery({
    queryKey: ['sign-in link', token],
    queryFn: () => unwrap(api.POST('/sign_in_links/look', { body: { token } })),
    enabled: token !== '',
    // The link is not checked again while the user chooses a password.
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  });
  if (token === '' || (error instanceof ApiProblem && error.status === 404)) return <InvalidLink />;
  if (data?.sign_in_link.sets_password === false) return <GoIn token={token} look={data.sign_in_link} />;
  if (data !== undefined) return <SetPassword token={token} look={data.sign_in_link} />;
  return (
    <SignInFrame title="Welcome" heading="Welcome">
      {error === null ? (
        <Skeleton height={220} aria-busy="true" aria-label="Loading" />
      ) : (
        <ProblemNote error={error} onRetry={() => void refetch()} />
      )}
    </SignInFrame>
  );
}

function InvalidLink() {
  return (
    <SignInFrame title="Welcome" heading="This link is no longer valid">
      <Text size="sm">
        Links work once, for seven days, and only until there is a newer one. Ask an admin of your organization for a
        new one.
      </Text>
      <Text size="sm">
        You have a password already?{' '}
        <Anchor component={Link} to="/sign-in" underline="always">
          Sign in
        </Anchor>
      </Text>
    </SignInFrame>
  );
}

/** Signs in without setting a password, for installations without passwords. */
function GoIn({ token, look }: { readonly token: string; readonly look: Look }) {
  const use = useMutation({
    mutationFn: () => unwrap(api.POST('/sign_in_links/use', { body: { token } })),
    onSuccess: () => location.replace('/app/'),
  });
  return (
    <SignInFrame
      title="Welcome"
      heading={`Hello ${look.user.name}`}
      about={`This link signs you in to ${look.organization.name}, once.`}
    >
      <Stack>
        <ProblemNote error={use.error} />
        <Button fullWidth loading={use.isPending || use.isSuccess} onClick={() => use.mutate()}>
          Go in
        </Button>
      </Stack>
    </SignInFrame>
  );
}

function SetPassword({ token, look }: { readonly token: string; readonly look: Look }) {
  const [password, setPassword] = useState('');
  const [takesZone, setTakesZone] = useState(true);
  const zone = deviceZone();
  const use = useMutation({
    mutationFn: () =>
      unwrap(api.POST('/sign_in_links/use', { body: { token, password, ...(takesZone && { time_zone: zone }) } })),
    // Replaces the history entry, so that the used link does not stay in it.
    onSuccess: () => location.replace('/app/'),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    use.mutate();
  };
  return (
    <SignInFrame
      title="Welcome"
      heading={`Hello ${look.user.name}`}
      about={`Set a password for ${look.organization.name}, and you are in.`}
    >
      <form onSubmit={submit}>
        <Stack>
          <input type="text" name="username" autoComplete="username" value={look.user.email} readOnly hidden />
          <PasswordInput
            label="New password"
            description={PASSWORD_RULE}
            name="new-password"
            autoComplete="new-password"
            required
            withAsterisk={false}
            minLength={MIN_PASSWORD_LENGTH}
            autoFocus
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          />
          <Checkbox
            label={`Show me times in ${zone}`}
            description="The time zone of this browser. A zone that is already set for you stays."
            checked={takesZone}
            onChange={({ currentTarget }) => setTakesZone(currentTarget.checked)}
          />
          <ProblemNote error={use.error} />
          <Button type="submit" fullWidth loading={use.isPending || use.isSuccess}>
            Set the password and sign in
          </Button>
          <Text size="xs" c="dimmed">
            You sign in with {look.user.email} from then on.
          </Text>
        </Stack>
      </form>
    </SignInFrame>
  );
}
