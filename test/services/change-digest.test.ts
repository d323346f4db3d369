/**
 * Waiting changes are merged into one message. A message that was attempted may or may not have arrived. In all cases, readers of the messages that
 * arrived know the truth once the last one has arrived.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { samePeople } from '../../src/engine/rotation.ts';
import type { OverrideId, UserId } from '../../src/ids.ts';
import {
  asPossiblyTold,
  type ChangeNotification,
  digest,
  type OverrideNotification,
} from '../../src/services/outbox/change-digest.ts';
import { HOUR_MS } from '../../src/time/units.ts';
import { byChance } from '../support/chance.ts';

const RUNS = byChance({ seed: 20260105, numRuns: 2000 });

const OWNER = 'owner' as UserId;
const [ADA, BOB, CAROL] = ['ada', 'bob', 'carol'] as unknown as [UserId, UserId, UserId];

type Attempt = { readonly do: 'send'; readonly arrives: boolean; readonly isNoted: boolean };

/** A successful attempt is recorded only if the message arrived. */
const attempt: fc.Arbitrary<Attempt> = fc.constantFrom(
  { do: 'send', arrives: true, isNoted: true },
  { do: 'send', arrives: true, isNoted: false },
  { do: 'send', arrives: false, isNoted: false },
);

/** The queue of a channel. `read` is called for each message that arrives. */
function outbox(read: (changes: readonly ChangeNotification[]) => void) {
  let pending: readonly ChangeNotification[] = [];
  return {
    add: (burst: readonly ChangeNotification[]) => {
      pending = [...pending, ...digest(burst)];
    },
    send({ arrives, isNoted }: Omit<Attempt, 'do'>): void {
      const whole = digest(pending);
      assert.deepEqual(digest(whole), whole, 'what is merged stays as it is');
      if (arrives) read(whole);
      pending = isNoted ? [] : asPossiblyTold(whole);
    },
  };
}

interface State {
  readonly start: number;
  readonly end: number;
  readonly users: readonly UserId[];
}

const STATES: readonly State[] = [
  { start: 10 * HOUR_MS, end: 14 * HOUR_MS, users: [ADA] },
  { start: 10 * HOUR_MS, end: 12 * HOUR_MS, users: [BOB] },
  { start: 11 * HOUR_MS, end: 16 * HOUR_MS, users: [ADA, BOB] },
];

function isSame(a: State | undefined, b: State | undefined): boolean {
  return a === b || (a?.start === b?.start && a?.end === b?.end && samePeople(a?.users ?? [], b?.users ?? []));
}

type OverrideStep =
  | { readonly do: 'put'; readonly state: number }
  | { readonly do: 'remove' }
  | { readonly do: 'burst ends' };

suite('changes that are merged, and possibly told', () => {
  const step: fc.Arbitrary<OverrideStep | Attempt> = fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('put'), state: fc.nat(STATES.length - 1) }) },
    { weight: 2, arbitrary: fc.constant({ do: 'remove' } as const) },
    { weight: 2, arbitrary: fc.constant({ do: 'burst ends' } as const) },
    { weight: 3, arbitrary: attempt },
  );

  /** What the service stores when an override changes. */
  function notificationOf(was: State | undefined, is: State | undefined, overrideId: OverrideId): OverrideNotification {
    const about = { by: [OWNER], overrideId };
    const { start = 0, end = 0, users = [] } = was ?? is ?? {};
    if (was === undefined) return { ...about, kind: 'override created', start, end, before: [CAROL], after: users };
    const earlier = { ...about, start, end, before: users, after: [CAROL] };
    if (is === undefined) return { ...earlier, kind: 'override removed' };
    return { ...earlier, kind: 'override changed', to: { ...is, inPlaceOf: [CAROL] } };
  }

  /** A reader who updates their knowledge by each message. */
  function readerOf() {
    let believed: State | undefined;
    const read = (changes: readonly ChangeNotification[]) => {
      for (const one of changes as OverrideNotification[]) {
        const was = { start: one.start, end: one.end, users: one.before };
        if (one.kind === 'override created') believed = { start: one.start, end: one.end, users: one.after };
        else if (one.to !== undefined) believed = one.to;
        else if (isSame(believed, was)) believed = undefined;
      }
    };
    return { read, believed: () => believed };
  }

  test('an override is in the end what readers believe', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 16 }), (steps) => {
        const reader = readerOf();
        const { add, send } = outbox(reader.read);
        let current: State | undefined;
        let burst: ChangeNotification[] = [];
        let count = 0;
        const become = (next: State | undefined) => {
          if (isSame(current, next)) return;
          if (current === undefined) count += 1;
          burst.push(notificationOf(current, next, `ovr_${count}` as OverrideId));
          current = next;
        };
        const endBurst = () => {
          add(burst);
          burst = [];
        };
        for (const one of steps) {
          if (one.do === 'put') become(STATES[one.state]);
          else if (one.do === 'remove') become(undefined);
          else if (one.do === 'burst ends') endBurst();
          else send(one);
        }
        endBurst();
        send({ arrives: true, isNoted: true });
        assert.ok(isSame(reader.believed(), current), JSON.stringify({ believed: reader.believed(), current }));
      }),
      RUNS,
    );
  });

  test('the next shift of a person is in the end what readers believe', () => {
    const change = fc.record({ do: fc.constant('move'), to: fc.integer({ min: 1, max: 3 }) });
    fc.assert(
      fc.property(fc.array(fc.oneof(change, attempt), { maxLength: 12 }), (steps) => {
        let believed = 1;
        let current = 1;
        const { add, send } = outbox((changes) => {
          for (const one of changes) {
            if (one.kind !== 'schedule changed') continue;
            for (const { after } of one.moves) believed = after ?? 0;
          }
        });
        for (const one of steps) {
          if (one.do === 'send') {
            send(one);
            continue;
          }
          if (one.to === current) continue;
          const moves = [{ user: ADA, before: current, after: one.to }];
          const onCall = { before: [BOB], now: [BOB] };
          add([{ kind: 'schedule changed', by: [OWNER], parts: ['people'], from: 1, onCall, moves }]);
          current = one.to;
        }
        send({ arrives: true, isNoted: true });
        assert.equal(believed, current);
      }),
      RUNS,
    );
  });
});
