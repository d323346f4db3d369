import { Button, Code, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { GetAnswer, Schemas } from '../api/client.ts';
import { PersonAvatar } from '../people/person.tsx';
import { Moment } from '../time/moment.tsx';
import { useAddress } from '../ui/lists/address.ts';
import classes from './audit-log.module.css';
import { pageOf, sentenceOf, type Words } from './sentence.ts';

/** The actor of entries without a user: the service itself, or its command line. */
const ITSELF = { id: 'watchbill', name: 'Watchbill' };

interface EntryRowProps {
  readonly entry: Schemas['AuditEntry'];
  readonly names: GetAnswer<'/audit_log/'>['names'];
  /** The last known names of things that were deleted. */
  readonly told: GetAnswer<'/audit_log/'>['names'];
}

export function EntryRow({ entry, names, told }: EntryRowProps) {
  const actor = entry.actor ?? ITSELF;
  return (
    <li className={classes.entry}>
      <PersonAvatar person={actor} size={28} />
      <div className={classes.told}>
        <Text size="sm" component="p" display="inline">
          <strong>{actor.name}</strong>{' '}
          {sentenceOf(entry, names, told).map((words, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the words of a sentence never change their order
            <Told key={index} words={words} />
          ))}
        </Text>
        {entry.address !== undefined && (
          <Text size="xs" c="dimmed" span ml={10}>
            from {entry.address}
          </Text>
        )}
        <details className={classes.details}>
          <summary>Details</summary>
          <Detail entry={entry} />
        </details>
      </div>
      <Text size="sm" c="dimmed" component="div" className={classes.when ?? ''}>
        <Moment at={entry.at} shape="date" />
      </Text>
    </li>
  );
}

function Told({ words: { text, id, isName = false } }: { readonly words: Words }) {
  const page = id === undefined ? undefined : pageOf(id);
  if (page !== undefined) {
    return (
      <Link to={page} className="name-link">
        {text}
      </Link>
    );
  }
  return isName ? <strong>{text}</strong> : text;
}

function Detail({ entry }: { readonly entry: Schemas['AuditEntry'] }) {
  const { change } = useAddress();
  return (
    <Stack gap="xs" mt="xs" align="flex-start">
      <Text size="xs" c="dimmed" component="div">
        {entry.action} · {entry.target_id}
      </Text>
      {Object.keys(entry.detail).length > 0 && (
        <Code block className={classes.code ?? ''} tabIndex={0} aria-label="Details of the entry">
          {JSON.stringify(entry.detail, null, 2)}
        </Code>
      )}
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => change({ target_id: entry.target_id, page: undefined })}
      >
        All entries about this
      </Button>
    </Stack>
  );
}
