/** Replaces ids in changes and responses by stable names, so that equal histories have equal texts. */
import { createHash } from 'node:crypto';
import type { Changes, Row, StoredState, TableRow } from './stored-state.ts';
import type { World } from './world.ts';

const ID = /\b(org|usr|tea|sch|ovr|cov|ans|key|ses|aud|grp|msg|new|del|lea|cal|whk|off)_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g;

/** Random by design. A value that existed at the start keeps its text. */
const RANDOM_COLUMNS = new Set([
  'key_hash',
  'hint',
  'token_hash',
  'hash',
  'encrypted_token',
  'secret',
  'former_secret',
  'earlier_secrets_json',
]);

/** Tables that are not compared, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  local_chat_groups:
    'The chat is another system, reached outside of transactions; a worker brings it to the stored state.',
  sign_in_attempts:
    'A caller who loses the race for a sign-in link had a valid token: the service takes that attempt back.',
};

/** Columns that are not compared. */
const LEFT_OUT_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  // A group is synced with the chat after the commit. Timing decides whether this sync or a worker handles the last change, who has the lease, and
  // what the sync has found.
  chat_groups: ['sync_due_at', 'synced_count', 'synced_at', 'left_out_json', 'lease_id', 'known_json', 'unsure_at'],
  // It contains the duration of the attempt.
  deliveries: ['answer_json'],
};

/** A caller who loses the race for a sign-in link had a valid token: that is not a failed attempt. */
function isFailedSignIn(table: string, { action }: Row): boolean {
  return table === 'audit_log' && action === 'sign_in.failed';
}

function comparedOf(table: string, row: Row): Row {
  const skipped = LEFT_OUT_COLUMNS[table] ?? [];
  return Object.fromEntries(Object.entries(row).filter(([column]) => !skipped.includes(column)));
}

/**
 * The number of a new message is its position among those of its destination. An update of a card that is already in the channel takes a number too,
 * but no position: nobody sees whether it comes before or after a message.
 */
function withPlaces(added: readonly TableRow[]): TableRow[] {
  const isMessage = ({ table, row }: TableRow) => table === 'deliveries' && row.replaces_id === null;
  return added.map((one) => {
    if (one.table !== 'deliveries') return one;
    const { sequence, ...row } = one.row;
    if (!isMessage(one)) return { ...one, row };
    const earlier = added.filter(
      (other) =>
        isMessage(other) &&
        other.row.destination_id === row.destination_id &&
        Number(other.row.sequence) < Number(sequence),
    );
    return { ...one, row: { ...row, place: earlier.length } };
  });
}

/** What an imported calendar collides with is read after the commit, and shows the shifts of then. */
function withoutAfterthoughts(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body, (field, part) => (field === 'colliding_shifts' ? undefined : part)));
}

export interface Normaliser {
  /** Each change as a line, with its row. The order of rows is ignored: it follows ids, which two nodes create independently. */
  lines(changes: Changes): Map<string, Row>;
  answer(changes: Changes, status: number | string, body: unknown): unknown;
}

export function createNormaliser({ ids }: World, { initial }: StoredState): Normaliser {
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  const known = new Set(JSON.stringify(initial).match(ID));
  const random = new Set(initial.flatMap(({ row }) => [...RANDOM_COLUMNS].flatMap((column) => row[column] ?? [])));
  const numbers = new Map<string, string>();
  // By age, as every copy has it: tables have another order in another database.
  for (const id of [...known].sort()) {
    const kind = id.slice(0, 3);
    const count = [...numbers.values()].filter((name) => name.startsWith(kind)).length;
    numbers.set(id, names.get(id) ?? `${kind}_${count + 1}`);
  }

  /** A new thing is named after its row, in which other new things have no names. */
  function namesOfNew({ added }: Changes): Map<string, string> {
    const found = new Map<string, string>();
    for (const { table, row } of withPlaces(added)) {
      const { id } = row;
      if (typeof id !== 'string' || known.has(id)) continue;
      const text = `${table} ${written(comparedOf(table, row), new Map())}`;
      found.set(id, `${id.slice(0, 3)}_${createHash('sha1').update(text).digest('hex').slice(0, 6)}`);
    }
    return found;
  }

  function written(value: unknown, newNames: ReadonlyMap<string, string>): string {
    const text = JSON.stringify(value, (column, part) =>
      RANDOM_COLUMNS.has(column) && part !== null && !random.has(part) ? 'random' : part,
    );
    return text
      .replaceAll(ID, (id, kind) => numbers.get(id) ?? newNames.get(id) ?? `${kind}_gone`)
      .replaceAll(/\bwb_\w{40}\b/g, 'wb_random')
      .replaceAll(/#[\w-]{43}\b/g, '#random')
      .replaceAll(/\/calendars\/[\w-]{43}\./g, '/calendars/random.');
  }

  return {
    lines(changes) {
      const newNames = namesOfNew(changes);
      const lines = new Map<string, Row>();
      const write = (what: string, rows: readonly TableRow[]) => {
        for (const { table, row } of rows) {
          if (LEFT_OUT[table] !== undefined || isFailedSignIn(table, row)) continue;
          const compared = comparedOf(table, row);
          const text = written(compared, newNames);
          let line = `${what} ${table} ${text}`;
          while (lines.has(line)) line += ' again';
          lines.set(line, { what, table, ...(JSON.parse(text) as Row) });
        }
      };
      write('added', withPlaces(changes.added));
      write('removed', changes.removed);
      return lines;
    },
    answer(changes, status, body) {
      // If there are several reasons to refuse, the code is compared; the message depends on how far the service got.
      if (Number(status) >= 400) return (body as { error?: { code?: string } } | undefined)?.error?.code;
      return JSON.parse(written(withoutAfterthoughts(body ?? null), namesOfNew(changes)));
    },
  };
}
