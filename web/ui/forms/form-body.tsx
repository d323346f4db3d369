/** A form with its note, fields, problem and buttons. It cannot be saved while there is an obstacle, such as that somebody else deleted the thing. */
import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProblemNote } from '../feedback/problem.tsx';
import { useObstacle } from './unsaved-input.ts';

/** What a form with an own draft and one with `useEdit` have in common. */
export interface FormBodyProps {
  /** The label of the button that saves. */
  readonly action?: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  /** Shown above the fields. */
  readonly note?: ReactNode;
  readonly onSave: () => void;
  /** Absent: there is no button to cancel. */
  readonly onClose?: (() => void) | undefined;
}

interface Props extends FormBodyProps {
  /** Whether the input can be saved. */
  readonly isComplete?: boolean;
  readonly children: ReactNode;
}

export function FormBody(props: Props) {
  const { action = 'Save', isBusy, error, note, onSave, onClose, isComplete = true, children } = props;
  const canSave = useObstacle() === undefined && isComplete;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) onSave();
      }}
    >
      <Stack>
        {note}
        {children}
        <ProblemNote error={error} />
        <Group justify="flex-end">
          {onClose !== undefined && (
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={isBusy} disabled={!canSave}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
