import { Button, Checkbox, Group, PasswordInput, Stack } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { api, unwrap } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import { useMe } from '../session/session.tsx';
import { MIN_PASSWORD_LENGTH, PASSWORD_RULE } from '../sign-in/password-rule.ts';
import { notifyDone } from '../ui/feedback/notify.ts';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import { Block } from './block.tsx';

export function PasswordBlock() {
  const { email } = useMe();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [revokesKeys, setRevokesKeys] = useState(false);
  const change = useChange(
    () =>
      unwrap(
        api.PUT('/user/password', {
          body: { password, revoke_api_keys: revokesKeys, ...(current !== '' && { current_password: current }) },
        }),
      ),
    {
      onDone: () => {
        setCurrent('');
        setPassword('');
        setRevokesKeys(false);
        const keys = revokesKeys ? ' Your API keys are revoked.' : '';
        notifyDone(`Your password is changed. Your other browsers are signed out.${keys}`);
      },
    },
  );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    change.mutate(undefined);
  };
  return (
    <Block
      title="Password"
      about="Changing it signs out your other browsers. If you have none yet, leave the first field empty."
    >
      <form onSubmit={submit}>
        <Stack maw={420}>
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            value={current}
            onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the current password' }}
          />
          <PasswordInput
            label="New password"
            description={PASSWORD_RULE}
            autoComplete="new-password"
            required
            withAsterisk={false}
            minLength={MIN_PASSWORD_LENGTH}
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the new password' }}
          />
          <Checkbox
            label="Revoke my API keys too"
            description="For when somebody else may have had your password"
            checked={revokesKeys}
            onChange={({ currentTarget }) => setRevokesKeys(currentTarget.checked)}
          />
          <ProblemNote error={change.error} />
          <Group>
            <Button type="submit" loading={change.isPending} disabled={password === ''}>
              Change the password
            </Button>
          </Group>
        </Stack>
      </form>
    </Block>
  );
}
