/**
 * The dialog that adds many people, pasted or picked from the chat. It shows who will be created, and who is skipped and why, before anything is
 * done.
 */
import { Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { useChange, useGet } from '../../api/queries.ts';
import { ProblemNote } from '../../ui/feedback/problem.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { AddedPeople } from './added-people.tsx';
import { ChatPeople } from './chat-people.tsx';
import { type Line, type Pasted, peopleIn, problemWith } from './pasted-lines.ts';
import { type Result, ResultList } from './result-list.tsx';

const EXAMPLE =
  'ada@example.com\nGrace Hopper <grace@example.com>\n\nor\n\nname,email,time zone\nAda,ada@example.com,Europe/London';

type Source = 'paste' | 'chat';

export function SeveralPeople({ onClose }: { readonly onClose: () => void }) {
  const { data: chat } = useGet('/chat/');
  const [source, setSource] = useState<Source>('paste');
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<readonly Line[]>([]);
  const people = source === 'paste' ? peopleIn(text) : picked.map((person, i) => ({ line: i + 1, person }));
  const problem = problemWith(people);
  const preview = useChange(() => sendBatch(people, true));
  const add = useChange(() => sendBatch(people, false));
  const hasChatPeople = chat?.chat.provider === 'slack';

  if (add.data !== undefined) return <AddedPeople results={add.data} onClose={onClose} />;
  if (preview.data !== undefined) {
    const made = preview.data.filter(({ outcome }) => outcome === 'created').length;
    return (
      <Modal opened onClose={preview.reset} title="Add these people?" centered size="lg" closeOnClickOutside={false}>
        <Stack>
          <ResultList results={preview.data} created="Will be added" />
          <ProblemNote error={add.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={preview.reset}>
              Back
            </Button>
            <Button loading={add.isPending} disabled={made === 0} onClick={() => add.mutate(undefined)}>
              {made === 1 ? 'Add one person' : `Add ${made} people`}
            </Button>
          </Group>
        </Stack>
      </Modal>
    );
  }
  return (
    <FormDialog onClose={onClose} title="Add several people" size="lg">
      <Stack>
        {hasChatPeople && (
          <SegmentedControl
            aria-label="Where from"
            value={source}
            onChange={setSource}
            data={[
              { value: 'paste', label: 'Paste' },
              { value: 'chat', label: 'From the chat' },
            ]}
          />
        )}
        {source === 'paste' ? (
          <TextArea
            label="Email addresses, or a table with headings"
            description="Headings: name, email, time zone, role, seat, chat id. At most 100 people at once."
            placeholder={EXAMPLE}
            minRows={8}
            maxRows={16}
            data-autofocus
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        ) : (
          <ChatPeople picked={picked} onPick={setPicked} />
        )}
        {problem !== undefined && (
          <Text size="sm" c="red" role="alert">
            {problem}
          </Text>
        )}
        <ProblemNote error={preview.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={preview.isPending}
            disabled={people.length === 0 || problem !== undefined}
            onClick={() => preview.mutate(undefined)}
          >
            Preview
          </Button>
        </Group>
      </Stack>
    </FormDialog>
  );
}

async function sendBatch(people: readonly Pasted[], dryRun: boolean): Promise<Result[]> {
  const body = { users: people.map(({ person }) => person), dry_run: dryRun };
  const { results } = await unwrap(api.POST('/users/batch', { body }));
  return results.map((result, i) => ({ ...result, line: people[i]?.line ?? i + 1 }));
}
