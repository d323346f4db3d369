/** A source that is large, or made of things that no importer knows, is refused with the limit, or read in time that grows with its size. */
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { readDocuments } from '../../src/moving-in/documents.ts';
import { externalIdOf, sourceOf, sourcesOf } from '../../src/moving-in/external-ids.ts';
import { importFrom } from '../../src/moving-in/import-command.ts';
import { moved } from '../../src/moving-in/moving.ts';
import { readGoAlert } from '../../src/moving-in/products/goalert.ts';
import { readOpsgenie } from '../../src/moving-in/products/opsgenie.ts';
import { PRODUCTS, type Product, SourceError } from '../../src/moving-in/source.ts';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { byChance } from '../support/chance.ts';
import { createFolder } from '../support/servers/child-processes.ts';
import { runSeries } from '../support/servers/server-process.ts';

const NOW = Date.parse('2026-10-12T07:00:00Z');
const ADDRESS = { WATCHBILL_URL: 'http://127.0.0.1:9', WATCHBILL_API_KEY: newApiKey() };

describe('[IMP-1] a large source', () => {
  let folder: Awaited<ReturnType<typeof createFolder>>;
  before(async () => {
    folder = await createFolder('watchbill-large-');
  });
  after(() => folder.remove());

  async function written(name: string, content: string): Promise<string> {
    const path = join(folder.path, name);
    await writeFile(path, content);
    return path;
  }

  function importing(product: Product, from: string): Promise<unknown> {
    const out = join(folder.path, 'out.yaml');
    const more = { access: undefined, save: undefined, writesOverrides: false };
    return importFrom({ product, from, out, now: NOW, weeks: 4, ...more });
  }

  function listOf(count: number, item: (i: number) => object): object[] {
    return Array.from({ length: count }, (_, i) => item(i));
  }

  it('is refused by the commands if a file has too many values', async () => {
    const files = ['[]', '{}', '7', '""'].map((value) => `{"data":[${`${value},`.repeat(1_000_000)}${value}]}`);
    const paths = await Promise.all(files.map((content, i) => written(`values-${i}.json`, content)));
    const series = paths.flatMap((path) => [
      { words: ['import', 'opsgenie', '--from', path] },
      { words: ['verify', 'grafana-oncall', '--from', path] },
    ]);
    const outcomes = await runSeries(series, { ...process.env, ...ADDRESS });
    for (const [i, outcome] of outcomes.entries()) {
      const stderr = `${series[i]?.words.at(-1)} cannot be used: it has more than 1,000,000 values.\n`;
      assert.deepEqual(outcome, { exitCode: 2, stdout: '', stderr });
    }
    for (const path of paths) await rm(path);
  });

  it('is refused if its files together have too many values', async () => {
    const many = await createFolder('watchbill-many-');
    const content = `[${'{},'.repeat(900_000)}{}]`;
    for (let i = 0; i < 6; i++) await writeFile(join(many.path, `${i}.json`), content);
    assert.throws(
      () => readDocuments(many.path),
      new SourceError(`${many.path} cannot be used: its files together have more than 5,000,000 values.`),
    );
    await many.remove();
  });

  it('is read soon although it is made of unknown things', async () => {
    for (const [product, list] of [
      ['opsgenie', 'data'],
      ['grafana-oncall', 'results'],
    ] as const) {
      const path = await written(`${product}.json`, `{"${list}":[${'{},'.repeat(600_000)}{}]}`);
      const before = process.cpuUsage();
      await assert.rejects(importing(product, path), /^SourceError: The source has no schedule\. Not understood/);
      // A schema that is compiled, or an error that is worded, for each thing takes more than a minute.
      assert.ok(process.cpuUsage(before).user < 20_000_000, product);
    }
  });

  it('is refused before the work if it has more schedules than a file', async () => {
    const data = listOf(10_001, (i) => ({ id: `s${i}`, name: 'S', timezone: 'UTC' }));
    await assert.rejects(
      importing('opsgenie', await written('schedules.json', JSON.stringify({ data }))),
      new SourceError('The source has 10001 schedules; a file of schedules as code has at most 10000.'),
    );
  });

  describe('with as many overrides as schedules', () => {
    const COUNT = 300;
    let reads = 0;
    const counted = (override: object, field: string, value: unknown) =>
      Object.defineProperty(override, field, {
        enumerable: true,
        get: () => {
          reads += 1;
          return value;
        },
      });
    const interval = ['2027-01-05T09:00:00Z', '2027-01-06T09:00:00Z'];

    it('looks at each override a few times: Opsgenie', () => {
      reads = 0;
      const schedules = listOf(COUNT, (i) => ({ id: `s${i}`, name: 'S', timezone: 'UTC' }));
      const overrides = listOf(COUNT, (i) =>
        counted({ user: { type: 'none' }, startDate: interval[0], endDate: interval[1] }, '_parent', { id: `s${i}` }),
      );
      const { schedules: read } = readOpsgenie([{ name: 'a', value: [...schedules, ...overrides] }]);
      assert.deepEqual(new Set(read.map((schedule) => schedule.overrides.length)), new Set([1]));
      assert.ok(reads < 30 * COUNT, `${reads}`);
    });

    it('looks at each override a few times: GoAlert', () => {
      reads = 0;
      const nodes = listOf(COUNT, (i) => ({ id: `s${i}`, name: 'S', timeZone: 'UTC', targets: [] }));
      const overrides = listOf(COUNT, (i) =>
        counted({ start: interval[0], end: interval[1] }, 'target', { id: `s${i}`, type: 'schedule' }),
      );
      const value = { data: { schedules: { nodes }, userOverrides: { nodes: overrides } } };
      const { schedules: read } = readGoAlert([{ name: 'a', value }], NOW);
      assert.deepEqual(new Set(read.map((schedule) => schedule.overrides.length)), new Set([1]));
      assert.ok(reads < 30 * COUNT, `${reads}`);
    });
  });

  it('gives teams of the same name numbers that are free', () => {
    const names = ['Ops', 'OPS', 'ops (2)', 'Ops (2)', 'Ops', 'Ｏｐｓ', 'Ops (3)'];
    const data = names.map((name, i) => ({
      id: `s${i}`,
      name: 'S',
      timezone: 'UTC',
      ownerTeam: { id: `t${i}`, name },
      rotations: [
        {
          id: `r${i}`,
          startDate: '2026-01-05T09:00:00Z',
          type: 'weekly',
          participants: [{ type: 'user', username: 'ada@example.com' }],
        },
      ],
    }));
    const { file } = moved(readOpsgenie([{ name: 'a', value: { data } }]), { now: NOW, writesOverrides: false });
    assert.deepEqual(
      file.teams?.map(({ name }) => name),
      ['Ops', 'OPS (2)', 'ops (2) (2)', 'Ops (2) (3)', 'Ops (3)', 'Ｏｐｓ (4)', 'Ops (3) (2)'],
    );
  });
});

it('[IMP-2] finds the schedule of the source in every external_id', () => {
  const ids = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[A-Za-z0-9._@+:-]{0,120}$/));
  fc.assert(
    fc.property(fc.constantFrom(...PRODUCTS), ids, ids, (product, schedule, rotation) => {
      const externalId = externalIdOf(product, schedule, rotation);
      assert.ok(sourcesOf(product, schedule).includes(sourceOf(externalId)), externalId);
    }),
    byChance({ seed: 20261012, numRuns: 500 }),
  );
});
