/**
 * State of a form for something that others may change at the same time (rule STO-8): the input, what others changed since, and the request. Only
 * changed fields are sent, and only if nobody else has saved since the first key press.
 */
import { type ReactNode, useState } from 'react';
import { isOutdated } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { changesMeanwhile, differing, type Values, type Wording } from './field-change.ts';
import { useUnsavedInput } from './unsaved-input.ts';

interface Read<D> {
  readonly values: D;
  readonly etag: string | undefined;
}

interface EditOptions<D> extends Wording<D> {
  /** The thing in a sentence: "this team". */
  readonly what: string;
  /** The current saved state. */
  readonly latest: Read<D>;
  readonly send: (changes: Partial<D>, etag: string | undefined) => Promise<unknown>;
  /** Called as soon as it is saved. */
  readonly onDone?: () => void;
  /** See `useChange`. */
  readonly leave?: () => void;
  /** Called when the page shows the change. */
  readonly onShown?: () => void;
}

interface Saved<D> {
  readonly isOver: boolean;
  readonly sent: Partial<D>;
  readonly tag: string | undefined;
}

export interface Edit<D> {
  readonly draft: D;
  readonly isChanged: boolean;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly change: (changes: Partial<D>) => void;
  readonly save: () => void;
  /** Rendered in the form; null if nobody else changed anything. */
  readonly note: ReactNode;
}

export function useEdit<D extends Values>({
  what,
  latest,
  send,
  onDone,
  leave,
  onShown,
  ...wording
}: EditOptions<D>): Edit<D> {
  const [typed, setTyped] = useState<Partial<D>>({});
  // The saved state when typing began. Until then the form follows the saved state.
  const [opened, setOpened] = useState<Read<D>>();
  // The tag before the last save. Input that is left after it is compared with the state that is read next.
  const [replacedTag, setReplacedTag] = useState<string>();
  if (opened === undefined && Object.keys(typed).length > 0 && latest.etag !== replacedTag) setOpened(latest);
  const base = opened ?? latest;
  const draft = { ...base.values, ...typed };
  const meanwhile = base.etag === latest.etag ? [] : changesMeanwhile(base.values, latest.values, wording, typed);
  const isChanged = Object.keys(typed).some((field) => typed[field] !== base.values[field]);
  useUnsavedInput(isChanged);

  function reset() {
    setTyped({});
    setOpened(undefined);
  }
  const saving = useChange(
    ({ isOver }: Saved<D>) =>
      isOver
        ? send(differing<D>(draft, latest.values), latest.etag)
        : send(differing<D>(typed, base.values), meanwhile.length > 0 ? base.etag : latest.etag),
    {
      ...(onDone && { onDone }),
      ...(leave && { leave }),
      onShown: ({ sent, tag }) => {
        // Input that was typed while it was being saved stays in the form.
        setTyped((now) => differing<D>(now, sent));
        setOpened(undefined);
        setReplacedTag(tag);
        onShown?.();
      },
    },
  );
  const isRefused = isOutdated(saving.error);
  // The own change is read again before it is taken over: nobody else has made it.
  const isSavingOwn = saving.isPending && !saving.variables.isOver;
  return {
    draft,
    isChanged,
    isBusy: saving.isPending,
    error: isRefused && meanwhile.length > 0 ? null : saving.error,
    change: (changes) => {
      if (opened === undefined) setOpened(latest);
      setTyped((before) => ({ ...before, ...changes }));
    },
    save: () => saving.mutate({ isOver: false, sent: typed, tag: latest.etag }),
    note:
      meanwhile.length === 0 || isSavingOwn ? null : (
        <ChangedMeanwhile
          what={what}
          changes={meanwhile}
          isRefused={isRefused}
          isBusy={saving.isPending}
          onMerge={() => {
            setOpened(latest);
            saving.reset();
          }}
          onOverwrite={() => saving.mutate({ isOver: true, sent: typed, tag: latest.etag })}
          onBeginAgain={() => {
            reset();
            saving.reset();
          }}
        />
      ),
  };
}
