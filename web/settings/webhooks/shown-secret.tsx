import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { Copyable } from '../../ui/copyable.tsx';

interface ShownSecretProps {
  readonly secret: string;
  /** Whether the secret was rotated: then the previous one is still valid for a while. */
  readonly isRotated?: boolean;
  readonly onClose: () => void;
}

export function ShownSecret({ secret, isRotated = false, onClose }: ShownSecretProps) {
  return (
    <Stack>
      <Alert color="yellow" variant="light" title="Copy it now">
        Once this is closed, it is not shown again.
      </Alert>
      <Copyable text={secret} what="the secret" />
      <Text size="sm">
        The endpoint checks the signature of each event with it, as the Standard Webhooks specification says.
        {isRotated && ' For a day, events are signed with the former secret too.'}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
