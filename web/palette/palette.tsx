/** The command palette: one field that finds people, teams and schedules, and runs common commands. */
import { Kbd, Modal, Text, TextInput, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import { Icon } from '../ui/icons.tsx';
import { type Entry, type Kind, useEntries } from './entries.tsx';
import classes from './palette.module.css';

interface PaletteProps {
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

export function Palette({ onClose, onHelp }: PaletteProps) {
  const [, navigate] = useLocation();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [isForOverride, setForOverride] = useState(false);
  const [chosenId, setChosenId] = useState<string>();
  const { kinds, error, isLooking } = useEntries(typed.trim(), isForOverride);
  const entries = kinds.flatMap((kind) => kind.entries);
  // The first entry, until the arrow keys choose another, and again when that one is no longer listed.
  const chosen = entries.find(({ id }) => id === chosenId) ?? entries[0];

  function run({ to }: Entry): void {
    if (to === undefined) {
      setForOverride(true);
      setTyped('');
      setChosenId(undefined);
      return;
    }
    onClose();
    navigate(to);
  }

  function step(by: 1 | -1): void {
    const index = chosen === undefined ? -1 : entries.indexOf(chosen);
    setChosenId(entries[(index + by + entries.length) % entries.length]?.id);
  }

  function onKey(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter' && chosen !== undefined) run(chosen);
    else if (event.key === 'Backspace' && typed === '' && isForOverride) setForOverride(false);
    else return;
    event.preventDefault();
  }

  return (
    <Modal.Root opened onClose={onClose} size="lg" yOffset="12vh">
      <Modal.Overlay />
      <Modal.Content aria-label="Search">
        <Modal.Body p={0}>
          <TextInput
            className={classes.field ?? ''}
            variant="unstyled"
            size="md"
            data-autofocus
            role="combobox"
            aria-label={isForOverride ? 'In which schedule?' : 'Search'}
            aria-expanded="true"
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={chosen === undefined ? undefined : `${listId}-${chosen.id}`}
            placeholder={isForOverride ? 'In which schedule?' : 'Find people, teams, schedules'}
            leftSection={<Icon name="search" size={18} />}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setChosenId(undefined);
            }}
            onKeyDown={onKey}
          />
          <div id={listId} role="listbox" aria-label="Found" className={classes.list} aria-busy={isLooking}>
            {kinds.map((kind) => (
              <KindOfEntries key={kind.label} {...{ kind, listId, chosen }} onRun={run} onPoint={setChosenId} />
            ))}
          </div>
          <ProblemNote error={error} />
          <Text size="sm" c="dimmed" role="status" className={classes.note ?? ''}>
            {entries.length === 0 && error === null && (isLooking ? 'Looking…' : 'Nothing matches.')}
          </Text>
          <div className={classes.foot}>
            <span aria-hidden="true">
              <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> to choose, <Kbd size="xs">Enter</Kbd> to open
            </span>
            <UnstyledButton className={classes.help ?? ''} onClick={onHelp}>
              Keyboard shortcuts
            </UnstyledButton>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface KindOfEntriesProps {
  readonly kind: Kind;
  readonly listId: string;
  readonly chosen: Entry | undefined;
  readonly onRun: (entry: Entry) => void;
  readonly onPoint: (id: string) => void;
}

function KindOfEntries({ kind: { label, entries }, listId, chosen, onRun, onPoint }: KindOfEntriesProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a listbox
    <div role="group" aria-label={label}>
      <div className={classes.kind} aria-hidden="true">
        {label}
      </div>
      {entries.map((entry) => (
        <Option
          key={entry.id}
          id={`${listId}-${entry.id}`}
          entry={entry}
          isChosen={entry === chosen}
          onRun={() => onRun(entry)}
          onPoint={() => onPoint(entry.id)}
        />
      ))}
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly entry: Entry;
  readonly isChosen: boolean;
  readonly onRun: () => void;
  readonly onPoint: () => void;
}

function Option({ id, entry: { label, about, mark }, isChosen, onRun, onPoint }: OptionProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isChosen) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <button
      ref={button}
      id={id}
      type="button"
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      className={classes.option}
      onClick={onRun}
      onPointerMove={onPoint}
    >
      <span className={classes.mark}>{mark}</span>
      <span className={classes.label} dir="auto">
        {label}
      </span>
      {about !== undefined && (
        <span className={classes.about} dir="auto">
          {about}
        </span>
      )}
    </button>
  );
}
