import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { api, unwrap } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import { Confirm } from '../ui/feedback/confirm.tsx';

export function CancelRequest({ id }: { readonly id: string }) {
  const [isOpen, { open, close }] = useDisclosure();
  const cancel = useChange(
    () =>
      unwrap(
        api.DELETE('/user/coverage_requests/{coverage_request_id}', { params: { path: { coverage_request_id: id } } }),
      ),
    { onDone: close },
  );
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        Cancel request
      </Button>
      <Confirm
        isOpen={isOpen}
        title="Cancel this request?"
        action="Cancel the request"
        isBusy={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate(undefined)}
        onClose={close}
      >
        <Text size="sm">The shifts stay yours. You can ask again.</Text>
      </Confirm>
    </>
  );
}
