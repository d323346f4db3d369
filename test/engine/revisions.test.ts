import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { planLayer } from '../../src/engine/plans.ts';
import type { Revision } from '../../src/engine/schedule.ts';
import { instant, type LayerWords, layer, rota, utc } from '../support/drivers/engine-driver.ts';

const words = { start: '2026-01-05T09:00Z', users: 'ABC', atATime: 2, every: '1 week' } satisfies LayerWords;

/** The plan when the layer is sent at that time: `1 from 2026-02-01T00:00Z`, or `nothing`. */
function planned(latest: LayerWords, sent: LayerWords, now: string): string {
  const revision: Revision = { number: 0, validFrom: instant('2026-01-05T09:00Z'), layer: layer(latest) };
  const [next] = planLayer([revision], layer(sent), instant(now));
  return next === undefined ? 'nothing' : `${next.number} from ${utc(next.validFrom)}`;
}

suite('when a revision is created', () => {
  const now = '2026-02-01T00:00Z';
  const windows = ['monday 09:00-17:00', 'friday 22:00-06:00'];

  test('[REV-1] a schedule starts at revision 0', () => {
    assert.deepEqual(planLayer([], layer(words), instant('2026-01-02T00:00Z')), [
      { number: 0, validFrom: instant('2026-01-05T09:00Z'), layer: layer(words) },
    ]);
  });

  test('[REV-1] the next revision has the next number and the layer that was sent', () => {
    const latest: Revision = { number: 41, validFrom: instant('2026-01-05T09:00Z'), layer: layer(words) };
    const sent = layer({ ...words, users: 'CBA' });
    assert.deepEqual(planLayer([latest], sent, instant(now)), [{ number: 42, validFrom: instant(now), layer: sent }]);
  });

  test('[REV-1] the same layer creates none', () => {
    assert.equal(planned(words, { ...words }, now), 'nothing');
    assert.equal(planned({ ...words, windows }, { ...words, windows: [...windows] }, now), 'nothing');
    assert.equal(planned({ ...words, users: '' }, { ...words, users: '' }, now), 'nothing');
  });

  test('[REV-1] the same rotation_start with another offset creates none', () => {
    assert.equal(planned(words, { ...words, start: '2026-01-05T10:00+01:00' }, now), 'nothing');
  });

  test('[REV-1] the same windows in another order create none', () => {
    assert.equal(planned({ ...words, windows }, { ...words, windows: windows.toReversed() }, now), 'nothing');
  });

  test('[REV-1] absent and empty windows are the same', () => {
    assert.equal(planned(words, { ...words, windows: [] }, now), 'nothing');
    assert.equal(planned({ ...words, windows: [] }, words, now), 'nothing');
    assert.equal(planned({ ...words, windows: [] }, { ...words, windows: [] }, now), 'nothing');
  });

  for (const [what, sent] of Object.entries<LayerWords>({
    'another name': { ...words, name: 'Secondary', windows },
    'an earlier rotation_start': { ...words, start: '2026-01-05T08:59:59.999Z', windows },
    'more users at a time': { ...words, atATime: 3, windows },
    'the same users in another order': { ...words, users: 'BAC', windows },
    'another user': { ...words, users: 'ABD', windows },
    'one user less': { ...words, users: 'AB', windows },
    'one user twice': { ...words, users: 'ABCC', windows },
    'no users': { ...words, users: '', windows },
    'another amount': { ...words, every: '2 weeks', windows },
    'another unit': { ...words, every: '1 day', windows },
    'the same length in another unit': { ...words, every: '7 days', windows },
    'no windows': words,
    'one window less': { ...words, windows: ['monday 09:00-17:00'] },
    'one window more': { ...words, windows: [...windows, 'sunday 09:00-17:00'] },
    'a window on another day': { ...words, windows: ['tuesday 09:00-17:00', 'friday 22:00-06:00'] },
    'a window from another time': { ...words, windows: ['monday 09:01-17:00', 'friday 22:00-06:00'] },
    'a window to another time': { ...words, windows: ['monday 09:00-17:01', 'friday 22:00-06:00'] },
  })) {
    test(`[REV-1] ${what} creates one`, () => {
      assert.equal(planned({ ...words, windows }, sent, now), '1 from 2026-02-01T00:00Z');
    });
  }

  test('[REV-1] adding windows creates one', () => {
    assert.equal(planned(words, { ...words, windows }, now), '1 from 2026-02-01T00:00Z');
  });

  test('[REV-2] it is valid from the later of now and its rotation_start', () => {
    const sent = { ...words, users: 'XYZ', start: '2026-06-01T09:00Z' };
    assert.equal(planned(words, sent, '2026-01-15T12:00Z'), '1 from 2026-06-01T09:00Z');
    assert.equal(planned(words, sent, '2026-06-01T08:59:59.999Z'), '1 from 2026-06-01T09:00Z');
    assert.equal(planned(words, sent, '2026-06-01T09:00Z'), '1 from 2026-06-01T09:00Z');
    assert.equal(planned(words, sent, '2026-06-01T09:00:00.001Z'), '1 from 2026-06-01T09:00:00.001Z');
  });

  test('[REV-2] so is the first: a rotation_start in the past does not change the past', () => {
    const now = instant('2026-03-01T00:00Z');
    assert.equal(planLayer([], layer(words), now)[0]?.validFrom, now);
  });

  test('[REV-1] the latest is compared, also a planned one', () => {
    const later = { ...words, start: '2026-06-01T09:00Z' };
    const coming: Revision = { number: 7, validFrom: instant('2026-06-01T09:00Z'), layer: layer(later) };
    assert.deepEqual(planLayer([coming], layer(later), instant(now)), []);
    assert.equal(planLayer([coming], layer({ ...later, users: 'A' }), instant(now))[0]?.number, 8);
  });
});

suite('when it is in force', () => {
  const a = { start: '2026-01-05T09:00Z', users: 'A', every: '1000 weeks' };

  test('[REV-2] revision 1, created in January for 1 June, is in force from 1 June', () => {
    rota({
      ...a,
      later: [{ start: '2026-06-01T09:00Z', users: 'B', every: '1 week', made: '2026-01-15T12:00Z' }],
    }).gives('2026-05-01T00:00Z/2026-06-10T00:00Z', [
      'A 2026-01-05T09:00Z/2026-06-01T09:00Z',
      'B 2026-06-01T09:00Z/2026-06-08T09:00Z',
      'B 2026-06-08T09:00Z/2026-06-15T09:00Z',
    ]);
  });

  test('[REV-2] replaced by revision 2, created in March for March, it never comes into force', () => {
    rota({
      ...a,
      zone: 'UTC',
      later: [
        { start: '2026-06-01T09:00Z', users: 'B', every: '1 week', made: '2026-01-15T12:00Z' },
        { start: '2026-03-02T09:00Z', users: 'C', every: '1000 weeks', made: '2026-03-02T08:00Z' },
      ],
    }).gives('2026-01-01T00:00Z/2027-01-01T00:00Z', [
      'A 2026-01-05T09:00Z/2026-03-02T09:00Z',
      'C 2026-03-02T09:00Z/2045-05-01T09:00Z',
    ]);
  });

  test('[REV-2] if revision 2 was created for 1 July, revision 1 is in force in June', () => {
    rota({
      ...a,
      later: [
        { start: '2026-06-01T09:00Z', users: 'B', every: '1000 weeks', made: '2026-01-15T12:00Z' },
        { start: '2026-07-01T09:00Z', users: 'C', every: '1 week', made: '2026-03-02T08:00Z' },
      ],
    }).gives('2026-01-01T00:00Z/2026-07-08T09:00Z', [
      'A 2026-01-05T09:00Z/2026-06-01T09:00Z',
      'B 2026-06-01T09:00Z/2026-07-01T09:00Z',
      'C 2026-07-01T09:00Z/2026-07-08T09:00Z',
    ]);
  });

  test('[REV-2] of two valid from the same instant, the higher number is in force', () => {
    rota({
      ...a,
      later: [
        { start: '2026-06-01T09:00Z', users: 'B', every: '1 week' },
        { start: '2026-06-01T09:00Z', users: 'C', every: '1 week' },
      ],
    }).gives('2026-01-01T00:00Z/2026-06-08T09:00Z', [
      'A 2026-01-05T09:00Z/2026-06-01T09:00Z',
      'C 2026-06-01T09:00Z/2026-06-08T09:00Z',
    ]);
  });

  test('[REV-2] created after its rotation_start, it is in force from its creation, and counts turns from its rotation_start', () => {
    rota({
      zone: 'UTC',
      start: '2026-01-05T09:00Z',
      users: 'ABC',
      every: '1 day',
      made: '2026-01-06T12:00Z',
    }).gives('2026-01-01T00:00Z/2026-01-08T09:00Z', [
      'B 2026-01-06T12:00Z/2026-01-07T09:00Z',
      'C 2026-01-07T09:00Z/2026-01-08T09:00Z',
    ]);
  });

  test('[REV-2] a revision without users leaves a gap that the next one ends', () => {
    rota({
      ...a,
      later: [
        { start: '2026-02-02T09:00Z', users: '', every: '1 week' },
        { start: '2026-03-02T09:00Z', users: 'A', every: '1 week' },
      ],
    }).gives('2026-01-05T09:00Z/2026-03-09T09:00Z', [
      'A 2026-01-05T09:00Z/2026-02-02T09:00Z',
      'A 2026-03-02T09:00Z/2026-03-09T09:00Z',
    ]);
  });

  test('[REV-2] without another revision it stays in force', () => {
    rota({ ...a, zone: 'UTC' }).gives('2026-01-05T09:00Z/2045-03-06T09:00Z', ['A 2026-01-05T09:00Z/2045-03-06T09:00Z']);
  });
});
