/** A dialog with a form. The Escape key, the cross and a click outside ask before typed text is lost. */
import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Confirm } from '../feedback/confirm.tsx';
import { CannotSaveNote } from './cannot-save-note.tsx';
import { useObstacle, useUnsavedInput } from './unsaved-input.ts';

/** For a dialog with a secret that is shown once: only its own button closes it. */
export const CLOSED_BY_BUTTON = { closeOnEscape: false, closeOnClickOutside: false, withCloseButton: false } as const;

interface FormDialogProps {
  readonly title: string;
  readonly size?: string;
  /** Also called by the form's own cancel button, which does not ask. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function FormDialog({ title, size = 'md', onClose, children }: FormDialogProps) {
  const [isTyped, setTyped] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const obstacle = useObstacle();
  useUnsavedInput(isTyped);
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
        {obstacle !== undefined && <CannotSaveNote title={obstacle} />}
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: it only notes what the form does */}
        <div onInput={() => setTyped(true)} onClick={({ target }) => isOption(target) && setTyped(true)}>
          {children}
        </div>
      </Modal>
      {/* Mounted only when needed: otherwise the key press that opens it would close it at once. */}
      {isAsking && (
        <Confirm
          isOpen
          title="Discard what you have typed?"
          action="Discard"
          keep="Continue editing"
          isBusy={false}
          error={null}
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        >
          It was not saved.
        </Confirm>
      )}
    </>
  );
}

/** A choice from a list is a click on an option, by mouse and by keyboard: the input has no event of its own. */
function isOption(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[role=option]') !== null;
}
