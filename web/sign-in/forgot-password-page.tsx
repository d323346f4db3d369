/** Requests a mail with a link that sets a new password. The page says the same for known and unknown emails. */
import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { Link } from 'wouter';
import { api, unwrap } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

export function ForgotPasswordPage() {
  const [email, setEmail] = useState('');
  const ask = useChange(() => unwrap(api.POST('/sign_in_links/request', { body: { email: email.trim() } })));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    ask.mutate(undefined);
  };
  return (
    <SignInFrame title="New password" heading="New password" about="A link to set one comes by mail.">
      {ask.isSuccess ? (
        <Alert color="teal" variant="light" title="Check your mailbox" role="status">
          If {email.trim()} belongs to somebody here, a mail is on its way. Its link works once, for seven days.
        </Alert>
      ) : (
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
            <ProblemNote error={ask.error} />
            <Button type="submit" fullWidth loading={ask.isPending}>
              Send the link
            </Button>
          </Stack>
        </form>
      )}
      <Anchor component={Link} to="/sign-in" size="sm" ta="center">
        Back to sign-in
      </Anchor>
    </SignInFrame>
  );
}
