import { Alert, Anchor, Button, Divider, PasswordInput, Skeleton, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { Link, Redirect } from 'wouter';
import { api, unwrap } from '../api/client.ts';
import { useChange, useGet } from '../api/queries.ts';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import { useAddress } from '../ui/lists/address.ts';
import { returnPath } from './return-path.ts';
import { SignInFrame } from './sign-in-frame.tsx';

const OIDC_PROBLEMS: Readonly<Record<string, string>> = {
  oidc_failed: 'The sign-in failed. Try again.',
  oidc_unavailable: 'The sign-in service does not respond. Try again later, or use your password.',
  oidc_unknown_user: 'There is no user with your email here. Ask an admin to add you with the same email.',
  oidc_other_identity:
    'Another account of the sign-in service is linked to the user with your email. Ask an admin to unlink it.',
  oidc_canceled: 'The sign-in was canceled.',
};

export function SignInPage() {
  const { data, error, refetch } = useGet('/session/');
  const { params } = useAddress();
  const to = returnPath(params.get('to'));
  if (data?.session.user !== undefined) return <Redirect replace to={to} />;
  const problem = params.get('error');
  return (
    <SignInFrame title="Sign in" heading="Sign in" about="See who is on call, and when it is you.">
      {problem !== null && (
        <Alert color="red" variant="light" title="Single sign-on did not work" role="alert">
          {OIDC_PROBLEMS[problem] ?? OIDC_PROBLEMS.oidc_failed}
        </Alert>
      )}
      <ProblemNote error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton height={220} aria-busy="true" aria-label="Loading" />}
      {data?.session.sign_in.oidc !== undefined && <SingleSignOn name={data.session.sign_in.oidc.name} to={to} />}
      {data?.session.sign_in.oidc !== undefined && data.session.sign_in.password && <Divider label="or" />}
      {data?.session.sign_in.password === true && <PasswordForm canReset={data.session.sign_in.reset === true} />}
    </SignInFrame>
  );
}

function SingleSignOn({ name, to }: { readonly name: string; readonly to: string }) {
  return (
    <Button component="a" href={`/session/oidc?to=${encodeURIComponent(`/app${to}`)}`} variant="default" fullWidth>
      Sign in with {name}
    </Button>
  );
}

/** After a successful sign-in, the page sees the new session and redirects. */
function PasswordForm({ canReset }: { readonly canReset: boolean }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useChange(() => unwrap(api.POST('/session/', { body: { email: email.trim(), password } })));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    signIn.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        />
        <ProblemNote error={signIn.error} title="You are not signed in" />
        <Button type="submit" fullWidth loading={signIn.isPending || signIn.isSuccess}>
          Sign in
        </Button>
        {canReset && (
          <Anchor component={Link} to="/forgot-password" size="sm" ta="center">
            Forgot my password
          </Anchor>
        )}
      </Stack>
    </form>
  );
}
