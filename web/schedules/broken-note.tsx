/** The note on a broken schedule (rule STO-5): the server cannot compute it, so nobody knows who is on call. */
import { Alert } from '@mantine/core';
import type { Schemas } from '../api/client.ts';

export function BrokenNote({ broken: { reason } }: { readonly broken: Schemas['Broken'] }) {
  return (
    <Alert color="red" variant="light" title="This schedule is broken" role="alert">
      {reason} Watchbill cannot tell who is on call. Contact your server administrator.
    </Alert>
  );
}
