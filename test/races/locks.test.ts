/** The locks of the changes that run as READ COMMITTED: each is needed, and what they read is guarded by one, or may be stale. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isLocking, nameOfPair, OPERATIONS, type Pair, pairsOf } from './operations.ts';
import { openPostgresStage } from './postgres-stage.ts';
import { race } from './race.ts';
import { type BuiltWorld, buildWorld } from './world.ts';

interface Lock {
  readonly drop: (sql: string) => string;
  /** Those that break without it. */
  readonly pairs: readonly string[];
}

const LOCKS: Readonly<Record<string, Lock>> = {
  '[LOCK-1] of the schedule': {
    drop: (sql) => (sql.includes(' from "schedules" ') ? sql.replace(/ for no key update$/, '') : sql),
    pairs: ['rename Primary × describe Primary', 'override Primary with Dan × delete the future override'],
  },
  '[LOCK-2] of the people whom it names, by a written row': {
    drop: (sql) =>
      sql.replace(/^update "users" set "seat" = "seat" where (.*) returning (.*)$/, 'select $2 from "users" where $1'),
    pairs: ['make Dan a viewer × override Primary with Dan', 'delete Dan × override Primary with Dan'],
  },
};

/** Tables whose rows belong to a schedule: only those change them who have locked it. */
const GUARDED = [
  'schedules',
  'revisions',
  'overrides',
  'override_users',
  'schedule_users',
  'change_notifications',
  'schedule_chat_channels',
  'schedule_chat_groups',
];

/** What a change may read although somebody else is changing it. */
const MAY_BE_STALE: Readonly<Record<string, string>> = {
  users:
    'Whoever a change names is locked. Names, settings and chat accounts of others are those of the moment at which they are read.',
  departures: 'They are read last. If somebody leaves after that, their own departure removes them.',
  teams: 'Their names are those of the moment at which they are read.',
  schedule_teams: 'A team that is deleted later is taken from the schedule by that deletion.',
  team_members: 'The permission that a team gives is checked last. Whoever is taken out later had it.',
  coverage_requests: 'Whose shift it is does not change.',
  coverage_answers: 'Who takes a shift, and who gives it back, has locked its schedule.',
  webhooks: 'An event goes to the webhooks that there are when it happens.',
  chat_groups: 'A worker brings them up to date after the commit.',
};

describe('without the lock', () => {
  let built: BuiltWorld;
  before(async () => {
    built = await buildWorld();
  });
  after(() => built.remove());

  for (const [name, { drop, pairs }] of Object.entries(LOCKS)) {
    it(name, async () => {
      let dropped = 0;
      const stage = await openPostgresStage(built, {
        rewrite: (sql) => {
          const changed = drop(sql);
          if (changed !== sql) dropped += 1;
          return changed;
        },
      });
      try {
        for (const pair of pairs) {
          const failures = await race(stage, pairNamed(pair), { amount: 'all', random: () => 0 });
          assert.notEqual(failures.length, 0, `${pair} is as good without it`);
        }
        assert.notEqual(dropped, 0, 'no statement takes it');
      } finally {
        await stage.stop();
      }
    });
  }
});

function pairNamed(name: string): Pair {
  const found = pairsOf(OPERATIONS).find((pair) => nameOfPair(pair) === name);
  assert.ok(found, `there is no pair ${name}`);
  return found;
}

describe('[LOCK-3] the reads of changes that lock first', () => {
  it('are of guarded tables, or of those that may be stale', async () => {
    const built = await buildWorld();
    const stage = await openPostgresStage(built);
    try {
      const found = new Set<string>();
      for (const operation of OPERATIONS.filter(isLocking)) {
        const statements = await stage.statementsOf([operation, operation], 0);
        const begin = statements.indexOf('begin isolation level read committed');
        assert.notEqual(begin, -1, `${operation.name} is not READ COMMITTED`);
        for (const sql of statements.slice(begin, statements.indexOf('commit'))) {
          if (sql.startsWith('select'))
            for (const [, table = ''] of sql.matchAll(/ (?:from|join) "(\w+)"/g)) found.add(table);
        }
      }
      const named = new Set([...GUARDED, ...Object.keys(MAY_BE_STALE)]);
      assert.deepEqual([...found].filter((table) => !named.has(table)).sort(), []);
    } finally {
      await stage.stop();
      await built.remove();
    }
  });
});
