import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { changeOverride, placeOverride, removeOverride } from '../../src/engine/overrides.ts';
import type { Interval } from '../../src/engine/schedule.ts';
import { AppError, type ErrorCode } from '../../src/errors.ts';
import { instant, interval, rota, shift, utc } from '../support/drivers/engine-driver.ts';

const noon = '2026-01-05T12:00Z';

function refuses(code: ErrorCode, act: () => unknown): void {
  assert.throws(act, (error) => error instanceof AppError && error.code === code);
}

suite('creating one', () => {
  /** The override that is created at 12:00. */
  const placed = (text: string): string => {
    const { users, start, end } = placeOverride(shift(text), instant(noon));
    return `${users.join('')} ${utc(start)}/${utc(end)}`;
  };

  for (const { wanted, made, says } of [
    {
      wanted: 'X 2026-01-05T10:00Z/2026-01-05T14:00Z',
      made: 'X 2026-01-05T12:00Z/2026-01-05T14:00Z',
      says: 'a start in the past becomes now',
    },
    {
      wanted: 'X 2026-01-05T11:59:59.999Z/2026-01-05T14:00Z',
      made: 'X 2026-01-05T12:00Z/2026-01-05T14:00Z',
      says: 'also when it is past by a millisecond',
    },
    {
      wanted: 'X 2026-01-05T12:00Z/2026-01-05T14:00Z',
      made: 'X 2026-01-05T12:00Z/2026-01-05T14:00Z',
      says: 'a start at now stays',
    },
    {
      wanted: 'X 2026-01-05T12:00:00.001Z/2026-01-05T14:00Z',
      made: 'X 2026-01-05T12:00:00.001Z/2026-01-05T14:00Z',
      says: 'a start in the future stays',
    },
    {
      wanted: 'X 2026-01-05T10:00Z/2026-01-05T12:00:00.001Z',
      made: 'X 2026-01-05T12:00Z/2026-01-05T12:00:00.001Z',
      says: 'an end one millisecond from now is enough',
    },
    {
      wanted: 'X 2026-01-05T13:00Z/2026-01-05T13:00:00.001Z',
      made: 'X 2026-01-05T13:00Z/2026-01-05T13:00:00.001Z',
      says: 'one millisecond is enough',
    },
    {
      wanted: 'WXYZ 2026-01-05T13:00Z/2026-01-05T14:00Z',
      made: 'WXYZ 2026-01-05T13:00Z/2026-01-05T14:00Z',
      says: 'four users are enough',
    },
    {
      wanted: 'YXYX 2026-01-05T13:00Z/2026-01-05T14:00Z',
      made: 'YX 2026-01-05T13:00Z/2026-01-05T14:00Z',
      says: 'someone named twice counts once, at the first place',
    },
    {
      wanted: 'WXYZW 2026-01-05T13:00Z/2026-01-05T14:00Z',
      made: 'WXYZ 2026-01-05T13:00Z/2026-01-05T14:00Z',
      says: 'five names of four users are four users',
    },
  ]) {
    test(`[OVR-2] at 12:00, ${wanted}: ${says}`, () => {
      assert.equal(placed(wanted), made);
    });
  }

  for (const { wanted, says } of [
    { wanted: 'X 2026-01-05T10:00Z/2026-01-05T12:00Z', says: 'it ends now' },
    { wanted: 'X 2026-01-05T10:00Z/2026-01-05T11:59:59.999Z', says: 'it ends in the past' },
    { wanted: 'X 2026-01-05T12:00Z/2026-01-05T12:00Z', says: 'it is empty, now' },
    { wanted: 'X 2026-01-05T13:00Z/2026-01-05T13:00Z', says: 'it is empty, later' },
    { wanted: 'X 2026-01-05T14:00Z/2026-01-05T13:00Z', says: 'it ends before it starts' },
    { wanted: 'X 2026-01-05T11:00Z/2026-01-05T10:00Z', says: 'it ends before it starts, in the past' },
    { wanted: ' 2026-01-05T13:00Z/2026-01-05T14:00Z', says: 'it has no user' },
    { wanted: 'VWXYZ 2026-01-05T13:00Z/2026-01-05T14:00Z', says: 'it has five users' },
  ]) {
    test(`[OVR-2] at 12:00, ${wanted} is refused: ${says}`, () => {
      refuses('unprocessable_entity', () => placed(wanted));
    });
  }

  test('[OVR-2] the input is not modified', () => {
    const wanted = shift('XX 2026-01-05T10:00Z/2026-01-05T14:00Z');
    placeOverride(wanted, instant(noon));
    assert.deepEqual(wanted, shift('XX 2026-01-05T10:00Z/2026-01-05T14:00Z'));
  });
});

suite('changing one', () => {
  /** The result of changing X's override at 12:00, starting with its past. */
  const becomes = (override: string, change: string): string[] => {
    const [users, times] = change.split(' ');
    const wanted = { ...(times && interval(times)), ...(users && { users: shift(`${users} ${override}`).users }) };
    const { past, changed } = changeOverride(shift(`X ${override}`), wanted, instant(noon));
    return [past, changed].flatMap((one) => (one ? `${one.users.join('')} ${utc(one.start)}/${utc(one.end)}` : []));
  };
  const running = '2026-01-05T10:00Z/2026-01-05T14:00Z';
  const future = '2026-01-06T10:00Z/2026-01-06T14:00Z';

  for (const { override, change, gives, says } of [
    { override: future, change: 'Y', gives: [`Y ${future}`], says: 'others have it' },
    {
      override: future,
      change: 'X 2026-01-05T11:00Z/2026-01-05T13:00Z',
      gives: ['X 2026-01-05T12:00Z/2026-01-05T13:00Z'],
      says: 'a start in the past becomes now',
    },
    { override: running, change: '', gives: [`X ${running}`], says: 'nothing changes, and it is still one' },
    {
      override: running,
      change: 'X 2026-01-05T11:00Z/2026-01-05T16:00Z',
      gives: ['X 2026-01-05T10:00Z/2026-01-05T16:00Z'],
      says: 'it runs longer; its start has passed and stays',
    },
    {
      override: running,
      change: 'Y',
      gives: ['X 2026-01-05T10:00Z/2026-01-05T12:00Z', 'Y 2026-01-05T12:00Z/2026-01-05T14:00Z'],
      says: 'others have the rest',
    },
    {
      override: running,
      change: 'XY',
      gives: ['X 2026-01-05T10:00Z/2026-01-05T12:00Z', 'XY 2026-01-05T12:00Z/2026-01-05T14:00Z'],
      says: 'one joins for the rest',
    },
    {
      override: running,
      change: 'X 2026-01-05T13:00Z/2026-01-05T15:00Z',
      gives: ['X 2026-01-05T10:00Z/2026-01-05T12:00Z', 'X 2026-01-05T13:00Z/2026-01-05T15:00Z'],
      says: 'it moves, without what has passed',
    },
  ]) {
    test(`[OVR-5] at 12:00, ${override} to ${change || 'the same'}: ${says}`, () => {
      assert.deepEqual(becomes(override, change), gives);
    });
  }

  test('[OVR-5] is refused for the same reasons as creation, and if it has finished', () => {
    refuses('unprocessable_entity', () => becomes(running, 'X 2026-01-05T10:00Z/2026-01-05T12:00Z'));
    refuses('unprocessable_entity', () => becomes(future, 'X 2026-01-06T10:00Z/2026-01-06T10:00Z'));
    refuses('unprocessable_entity', () => becomes(future, 'VWXYZ'));
    refuses('override_already_finished', () => becomes('2026-01-05T10:00Z/2026-01-05T12:00Z', 'Y'));
  });
});

suite('deleting one', () => {
  /** The rest of it at 12:00. */
  const left = (override: Interval): string => {
    const removal = removeOverride(override, instant(noon));
    return removal.kind === 'gone' ? 'gone' : `${utc(override.start)}/${utc(removal.end)}`;
  };

  for (const { override, remains, says } of [
    {
      override: '2026-01-05T10:00Z/2026-01-05T14:00Z',
      remains: '2026-01-05T10:00Z/2026-01-05T12:00Z',
      says: 'it is running: it ends now',
    },
    {
      override: '2026-01-05T11:59:59.999Z/2026-01-05T14:00Z',
      remains: '2026-01-05T11:59:59.999Z/2026-01-05T12:00Z',
      says: 'it has run for a millisecond, which stays',
    },
    {
      override: '2026-01-05T10:00Z/2026-01-05T12:00:00.001Z',
      remains: '2026-01-05T10:00Z/2026-01-05T12:00Z',
      says: 'it has a millisecond left, which goes',
    },
    {
      override: '2026-01-05T12:00Z/2026-01-05T14:00Z',
      remains: 'gone',
      says: 'it begins now, and has no past to keep',
    },
    { override: '2026-01-05T12:00:00.001Z/2026-01-05T14:00Z', remains: 'gone', says: 'it has not yet begun' },
    { override: '2026-01-06T10:00Z/2026-01-06T14:00Z', remains: 'gone', says: 'it is for tomorrow' },
  ]) {
    test(`[OVR-3] at 12:00, ${override}: ${says}`, () => {
      assert.equal(left(interval(override)), remains);
    });
  }

  for (const override of ['2026-01-05T10:00Z/2026-01-05T12:00Z', '2026-01-04T10:00Z/2026-01-04T12:00Z']) {
    test(`[OVR-3] at 12:00, ${override} is refused: it has finished`, () => {
      refuses('override_already_finished', () => left(interval(override)));
    });
  }

  test('[OVR-3] at 12:00, deleting 10:00 to 14:00 keeps X on call from 10:00 to 12:00', () => {
    const remains = left(interval('2026-01-05T10:00Z/2026-01-05T14:00Z'));
    rota({
      zone: 'UTC',
      start: '2026-01-05T09:00Z',
      users: 'A',
      every: '1 day',
      overrides: [`X ${remains}`],
    }).gives('2026-01-05T09:00Z/2026-01-06T09:00Z', [
      'A 2026-01-05T09:00Z/2026-01-05T10:00Z',
      'X 2026-01-05T10:00Z/2026-01-05T12:00Z',
      'A 2026-01-05T12:00Z/2026-01-06T09:00Z',
    ]);
  });
});
