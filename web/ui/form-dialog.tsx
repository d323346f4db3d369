/** A dialog with a form. What was typed in it is not lost by the Escape key, the cross or a click beside it: they ask first. */
import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Confirm } from './confirm.tsx';

/** For a dialog with a secret that is shown once: only its own button closes it. */
export const CLOSED_BY_BUTTON = { closeOnEscape: false, closeOnClickOutside: false, withCloseButton: false } as const;

interface FormDialogProps {
  readonly title: string;
  readonly size?: string;
  /** The form's own button to cancel calls it too, and does not ask. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function FormDialog({ title, size = 'md', onClose, children }: FormDialogProps) {
  const [isTyped, setTyped] = useState(false);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Modal
        opened
        onClose={() => (isTyped ? setAsking(true) : onClose())}
        title={title}
        centered
        size={size}
        closeOnClickOutside={false}
        closeOnEscape={!isAsking}
      >
        <div onInput={() => setTyped(true)}>{children}</div>
      </Modal>
      {/* Made when it is needed: the key that asks for it would else close it at once. */}
      {isAsking && (
        <Confirm
          isOpen
          title="Discard what you have typed?"
          action="Discard"
          keep="Go on editing"
          isBusy={false}
          error={null}
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        >
          Nothing of it is saved.
        </Confirm>
      )}
    </>
  );
}
