import { Alert } from '@mantine/core';

/** The note in a form that can no longer be saved, because of what others did: `title` says why. */
export function CannotSaveNote({ title }: { readonly title: string }) {
  return (
    <Alert color="red" variant="light" role="alert" title={title}>
      Your changes cannot be saved. What you have typed stays here until you leave, so that you can copy it.
    </Alert>
  );
}
