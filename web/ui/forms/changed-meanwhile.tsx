/** The note in a form when somebody else saved the same thing meanwhile: what they changed, and buttons to merge or overwrite. */
import { Alert, Button, Group, List, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { FieldChange } from './field-change.ts';

interface ChangedMeanwhileProps {
  /** The thing in a sentence: "this schedule". */
  readonly what: string;
  readonly changes: readonly FieldChange[];
  /** Whether an attempt to save was refused. */
  readonly isRefused: boolean;
  readonly isBusy: boolean;
  /** Takes their changes into the form and keeps those made here. */
  readonly onMerge: () => void;
  /** Saves everything as it is in this form. */
  readonly onOverwrite: () => void;
  readonly onBeginAgain: () => void;
}

export function ChangedMeanwhile(props: ChangedMeanwhileProps) {
  const { what, changes, isRefused, isBusy, onMerge, onOverwrite, onBeginAgain } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isRefused) box.current?.scrollIntoView({ block: 'start' });
  }, [isRefused]);
  const collides = changes.some(({ mine }) => mine !== undefined);
  return (
    <Alert
      ref={box}
      style={{ scrollMarginTop: 72 }}
      color="yellow"
      variant="light"
      title={`Somebody has changed ${what} since you opened it`}
      role={isRefused ? 'alert' : 'status'}
    >
      {isRefused && (
        <Text size="sm" fw={600}>
          Your changes are not saved yet.
        </Text>
      )}
      <Changes changes={changes} />
      <Text size="sm" mt={4}>
        {collides
          ? 'Merge the changes to keep both; if both changed the same field, yours stays. Then review it, and save.'
          : 'Merge the changes to keep both. Then review it, and save.'}
      </Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" onClick={onMerge}>
          Merge the changes
        </Button>
        <Button size="xs" variant="default" loading={isBusy} onClick={onOverwrite}>
          Overwrite with mine
        </Button>
        <Button size="xs" variant="default" onClick={onBeginAgain}>
          Discard mine
        </Button>
      </Group>
    </Alert>
  );
}

interface ChangedBeforeDeletionProps {
  /** "this override". */
  readonly what: string;
  readonly changes: readonly FieldChange[];
}

/** The note in a dialog that asks whether to delete something, when somebody else saved it since the dialog was opened. */
export function ChangedBeforeDeletion({ what, changes }: ChangedBeforeDeletionProps) {
  if (changes.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" title={`Somebody has changed ${what} since you opened it`} role="alert">
      <Text size="sm" fw={600}>
        Nothing has been done yet.
      </Text>
      <Changes changes={changes} />
    </Alert>
  );
}

function Changes({ changes }: { readonly changes: readonly FieldChange[] }) {
  return (
    <List size="sm" spacing={2} aria-label="Changed meanwhile">
      {changes.map((change) => (
        <List.Item key={change.field}>
          <ChangeText {...change} />
        </List.Item>
      ))}
    </List>
  );
}

function ChangeText({ field, theirs, mine }: FieldChange) {
  return (
    <>
      {field}: {theirs === '' ? 'removed' : <strong>{theirs}</strong>}
      {mine !== undefined && <> (yours: {mine === '' ? 'nothing' : mine})</>}
    </>
  );
}
