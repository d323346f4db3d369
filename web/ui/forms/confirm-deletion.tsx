/**
 * Asks before something is deleted that others may change. What the dialog shows is deleted, or nothing: if somebody else changes it meanwhile, the
 * dialog says what they changed, and asks again (rule TRU-1).
 */
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isOutdated, type Tagged } from '../../api/client.ts';
import { Confirm } from '../feedback/confirm.tsx';
import { ChangedBeforeDeletion } from './changed-meanwhile.tsx';
import type { FieldChange } from './field-change.ts';

interface ConfirmDeletionProps {
  /** The thing in a sentence: "this team". */
  readonly what: string;
  readonly title: string;
  /** "Delete the team". */
  readonly action: string;
  /** The action after a change by somebody else. */
  readonly actionAnyway?: string;
  readonly keep?: string;
  /** The current saved state, with its tag. */
  readonly stored: UseQueryResult<Tagged<unknown>>;
  /** What was changed since the dialog was opened. */
  readonly changes: readonly FieldChange[];
  /** Gets the tag of the saved state. */
  readonly deletion: UseMutationResult<unknown, Error, string | undefined>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function ConfirmDeletion(props: ConfirmDeletionProps) {
  const { what, title, action, actionAnyway = 'Delete it anyway', keep, stored, deletion, onClose, children } = props;
  const changes = deletion.isSuccess ? [] : props.changes;
  const isChanged = changes.length > 0;
  // What was just deleted cannot be read again.
  const error = deletion.error ?? (deletion.isIdle ? stored.error : null);
  return (
    <Confirm
      isOpen
      title={title}
      action={isChanged ? actionAnyway : action}
      {...(keep !== undefined && { keep })}
      isBusy={deletion.isPending || stored.isPending}
      error={isChanged && isOutdated(error) ? null : error}
      onConfirm={() => {
        if (stored.data === undefined) void stored.refetch();
        else deletion.mutate(stored.data.etag);
      }}
      onClose={onClose}
    >
      <ChangedBeforeDeletion what={what} changes={changes} />
      {children}
    </Confirm>
  );
}
