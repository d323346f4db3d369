import { useCallback, useState } from 'react';
import type { Draft } from './draft-fields.ts';
import { type Problems, problemsOf } from './problems.ts';

/** The change, or how it follows from the draft. */
export type ChangeDraft = (change: Partial<Draft> | ((draft: Draft) => Partial<Draft>)) => void;

export interface DraftState {
  /** The draft before any edit. */
  readonly initial: Draft;
  readonly draft: Draft;
  readonly isChanged: boolean;
  /** Everything that is missing or wrong. */
  readonly problems: Problems;
  /** The problems to show: an untouched field shows its problem only after an attempt to save. */
  readonly shownProblems: Problems;
  /** The number of failed attempts to save. */
  readonly tries: number;
  /** Always the same function, so that parts of the form whose values stay are not drawn again. */
  readonly change: ChangeDraft;
  /** Continues from another draft than the one that was opened. */
  readonly rebase: (initial: Draft, draft: Draft) => void;
  readonly refuse: () => void;
}

/** `edit`: changes that are already made when the form opens. */
export function useDraft(first: () => Draft, edit: Partial<Draft> = {}): DraftState {
  const [{ initial, draft }, setDrafts] = useState(() => {
    const initial = first();
    return { initial, draft: { ...initial, ...edit } };
  });
  const [tries, setTries] = useState(0);
  const change: ChangeDraft = useCallback((change) => {
    setDrafts(({ initial, draft }) => ({
      initial,
      draft: { ...draft, ...(typeof change === 'function' ? change(draft) : change) },
    }));
  }, []);
  const problems = problemsOf(draft);
  const isTouched = (field: string) => draft[field as keyof Draft] !== initial[field as keyof Draft];
  return {
    initial,
    draft,
    isChanged: JSON.stringify(draft) !== JSON.stringify(initial),
    problems,
    shownProblems:
      tries > 0 ? problems : Object.fromEntries(Object.entries(problems).filter(([field]) => isTouched(field))),
    tries,
    change,
    rebase: (initial, draft) => setDrafts({ initial, draft }),
    refuse: () => setTries((count) => count + 1),
  };
}
