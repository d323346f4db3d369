import { Alert, Button, Text } from '@mantine/core';

/** Says that somebody else has saved something since the form was opened. */
export function ChangedMeanwhile({ onBeginAgain }: { readonly onBeginAgain: () => void }) {
  return (
    <Alert color="yellow" variant="light" title="Somebody has changed this schedule since you opened it" role="status">
      <Text size="sm">
        What you have not touched here stays as they saved it. The rotation is saved as a whole: if you change it, yours
        replaces theirs.
      </Text>
      <Button size="xs" variant="default" mt="xs" onClick={onBeginAgain}>
        Begin again from what is there now
      </Button>
    </Alert>
  );
}
