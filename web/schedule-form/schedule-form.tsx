/** The form for new and existing schedules, with the preview beside it. */
import { Button, Group, Text, TextInput } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { PersonColors } from '../people/person-colors.tsx';
import { useNow } from '../time/now.ts';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import { LeaveGuard } from '../ui/forms/leave-guard.tsx';
import type { Draft } from './draft-fields.ts';
import { BasicsFields } from './fields/basics-fields.tsx';
import { FormSection } from './fields/form-section.tsx';
import { PeopleOrder } from './fields/people-order.tsx';
import { RhythmFields } from './fields/rhythm-fields.tsx';
import { StartField } from './fields/start-field.tsx';
import { TurnChoice } from './fields/turn-choice.tsx';
import { hasTurnToKeep } from './kept-turn.ts';
import classes from './schedule-form.module.css';
import type { DraftState } from './use-draft.ts';
import { WindowsField } from './windows/windows-field.tsx';

interface ScheduleFormProps {
  readonly state: DraftState;
  /** The draft as it would be saved; undefined for a new schedule. */
  readonly result?: Draft;
  /** The start of the saved layer; undefined for a new schedule. */
  readonly savedStart?: number;
  readonly side: ReactNode;
  readonly above?: ReactNode;
  readonly action: string;
  /** Absent: true. */
  readonly canSave?: boolean;
  /** Shown, instead of saving, when Enter is pressed in a field. The button saves nevertheless. */
  readonly warning?: string | undefined;
  readonly isBusy: boolean;
  readonly isDone: boolean;
  readonly error: Error | null;
  readonly backTo: string;
  readonly onSave: () => void;
}

export function ScheduleForm(props: ScheduleFormProps) {
  const {
    state,
    result,
    savedStart,
    side,
    above,
    action,
    canSave = true,
    warning,
    isBusy,
    isDone,
    error,
    backTo,
    onSave,
  } = props;
  const form = useRef<HTMLFormElement>(null);
  const [isWarned, setWarned] = useState(false);
  const problem = Object.values(state.shownProblems)[0] ?? (isWarned ? warning : undefined);

  useEffect(() => {
    if (state.tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [state.tries]);
  useEffect(() => {
    if (error !== null) form.current?.scrollIntoView({ block: 'start' });
  }, [error]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!canSave) return;
    if (Object.keys(state.problems).length > 0) state.refuse();
    else if (warning !== undefined && form.current?.querySelector('input:focus') !== null) setWarned(true);
    else onSave();
  }

  return (
    <form ref={form} onSubmit={submit} noValidate style={{ scrollMarginTop: 72 }}>
      <LeaveGuard isOn={state.isChanged && !isDone} />
      <div className={classes.column}>
        <ProblemNote error={error} title="Not saved" />
        {above}
        <PersonColors first={state.draft.places.map(({ person }) => person)}>
          <div className={classes.columns}>
            <Fields state={state} result={result} savedStart={savedStart} />
            <div className={`${classes.column} ${classes.side}`}>{side}</div>
          </div>
        </PersonColors>
        <Group className={classes.bar ?? ''} justify="flex-end" gap="sm">
          {problem !== undefined && (
            <Text size="sm" role="status" flex={1} miw={200}>
              {problem}
            </Text>
          )}
          <Button component={Link} to={backTo} variant="default">
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} disabled={!canSave}>
            {action}
          </Button>
        </Group>
      </div>
    </form>
  );
}

interface FieldsOfFormProps {
  readonly state: DraftState;
  readonly result: Draft | undefined;
  readonly savedStart: number | undefined;
}

function Fields({ state, result, savedStart }: FieldsOfFormProps) {
  const { draft, initial, shownProblems: problems, change } = state;
  const now = useNow();
  const fields = { draft, problems, onChange: change };
  const hasTurn = result !== undefined && hasTurnToKeep(draft, initial, now);
  return (
    <div className={classes.column}>
      <FormSection title="Schedule">
        <BasicsFields {...fields} isNew={savedStart === undefined} />
      </FormSection>
      <FormSection title="Rotation">
        <TextInput
          label="Name of the rotation"
          maw={300}
          value={draft.layerName}
          error={problems.layerName}
          onChange={({ currentTarget }) => change({ layerName: currentTarget.value })}
        />
        <PeopleOrder places={draft.places} onChange={change} />
        {hasTurn && <TurnChoice {...{ draft, opened: initial, result, now }} onChange={change} />}
        <RhythmFields {...fields} />
        <StartField {...fields} savedStart={savedStart} isTurnKept={hasTurn && draft.keepsTurn} />
      </FormSection>
      <FormSection title="Times">
        <WindowsField
          isRestricted={draft.isRestricted}
          windows={draft.windows}
          zone={draft.timeZone}
          error={problems.windows}
          onChange={change}
        />
      </FormSection>
    </div>
  );
}
