import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProblemNote } from './problem.tsx';

interface ConfirmProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly children: ReactNode;
  /** The action, as a verb: "Delete the schedule". */
  readonly action: string;
  /** The label of the button that cancels. */
  readonly keep?: string;
  readonly isDangerous?: boolean;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function Confirm(props: ConfirmProps) {
  const {
    isOpen,
    title,
    children,
    action,
    keep = 'Keep it',
    isDangerous = true,
    isBusy,
    error,
    onConfirm,
    onClose,
  } = props;
  /** What has been sent cannot be kept any more. */
  const close = () => !isBusy && onClose();
  return (
    <Modal opened={isOpen} onClose={close} title={title} centered>
      <Stack>
        {children}
        <ProblemNote error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close} disabled={isBusy}>
            {keep}
          </Button>
          <Button {...(isDangerous && { color: 'red.8' })} loading={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
