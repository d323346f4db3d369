/** The choice whether the current turn goes on when people are added or removed (rule REV-5). */
import { Radio, Stack, Text } from '@mantine/core';
import { namesOf } from '../../people/person.tsx';
import { Moment } from '../../time/moment.tsx';
import type { Draft } from '../draft-fields.ts';
import { currentTurn } from '../kept-turn.ts';

interface TurnChoiceProps {
  readonly draft: Draft;
  /** The draft before any edit. */
  readonly opened: Draft;
  /** The draft as it would be saved. */
  readonly result: Draft;
  readonly now: number;
  readonly onChange: (change: Partial<Draft>) => void;
}

export function TurnChoice({ draft, opened, result, now, onChange }: TurnChoiceProps) {
  function choose(value: string) {
    onChange(value === 'keep' ? { keepsTurn: true, rotationStart: opened.rotationStart } : { keepsTurn: false });
  }
  return (
    <Stack gap="xs">
      <Radio.Group label="The current turn" value={draft.keepsTurn ? 'keep' : 'recount'} onChange={choose}>
        <Stack gap="xs" mt={6}>
          <Radio
            value="keep"
            label="Keep the current turn"
            description="The person on call stays on call until the turn ends. The order continues from there."
          />
          <Radio
            value="recount"
            label="Count the turns again"
            description="Turns are counted from the start below, in the order above. The person on call can change at once."
          />
        </Stack>
      </Radio.Group>
      <Outcome draft={result} now={now} />
    </Stack>
  );
}

function Outcome({ draft, now }: Pick<TurnChoiceProps, 'draft' | 'now'>) {
  const turn = currentTurn(draft, now);
  if (turn === undefined) return null;
  return (
    <Text size="sm" aria-live="polite">
      The turn of {namesOf(turn.people)} ends on <Moment at={turn.end} zone={draft.timeZone} />. Next:{' '}
      {namesOf(turn.next)}.
    </Text>
  );
}
