/** The figures in the documents are those of bench/results.json. A row is found by its `what`; each number must be one of its values, rounded. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Row } from '../bench/table.ts';

interface Measured {
  readonly machine: { readonly cpu: string };
  readonly rows: readonly (Row & { readonly verdict?: string })[];
}

const ROOT = new URL('..', import.meta.url);
const results: Record<string, Measured> = JSON.parse(textOf('bench/results.json'));
const rows = Object.values(results).flatMap((part) => part.rows);

const NUMBER = /(?<![\w.,])([\d,]*\d(?:\.\d+)?)(?:\s?(ns|µs|ms|s|kB|MB|×|times|\/s|requests a second)(?![\w]))?/g;
const NANOSECONDS: Record<string, number> = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 };

describe('figures in the README', () => {
  const storm = '10,000 handoffs at one instant, until the last is in the outbox';
  const figures: readonly (readonly [RegExp, string])[] = [
    [/instant takes \*\*(.+)\*\*/, 'on call now, weekly'],
    [/, (\d+ times) less/, 'on call now, weekly'],
    [/\*\*(.+)\*\* for a schedule \(SQLite\)/, 'GET /schedules/{id} on SQLite'],
    [/99th percentile of (.+)\./, 'GET /schedules/{id} on SQLite'],
    [/outbox after \*\*(.+)\*\* \(SQLite\)/, `${storm}, on SQLite`],
    [/or (.+) \(PostgreSQL\)/, `${storm}, on PostgreSQL`],
  ];
  const section = /\n## Performance\n(.*?)\n## /s.exec(textOf('README.md'))?.[1] ?? '';

  it('are those of the benchmarks', () => {
    const found = figures.flatMap(([pattern, what]) => {
      const text = pattern.exec(section)?.[1] ?? String(pattern);
      return differences(
        text,
        rows.filter((row) => row.what === what),
      );
    });
    assert.deepEqual(found, []);
  });

  it('are all compared', () => {
    const rest = figures.reduce((text, [pattern]) => text.replace(pattern, ''), section);
    assert.doesNotMatch(rest.replace('10,000 handoffs', ''), /\d/);
  });
});

describe('tables of docs/performance.md', () => {
  const text = textOf('docs/performance.md');

  it('have the figures of the benchmarks, and those that miss a goal in bold', () => {
    const found = cellsOf(text).flatMap(({ what, database, cell }) => {
      const ofDatabase = rows.filter((row) => [database, undefined].includes(databaseOf(row)));
      const same = ofDatabase.filter((row) => withoutDatabase(row.what) === what);
      const isMissed = same.some((row) => row.verdict === 'missed');
      const wrong = differences(cell, same);
      if (cell.includes('**') !== isMissed) wrong.push(`${cell} is ${isMissed ? 'missed' : 'not missed'}`);
      return wrong.map((problem) => `${what} ${database ?? ''}: ${problem}`);
    });
    assert.deepEqual(found, []);
  });

  it('were measured on the machines that the page names', () => {
    const named: Record<string, string[]> = {};
    for (const [, cpu, parts] of text.matchAll(/^- (.+) \(\w+\).*?: (`.+)$/gm)) {
      named[cpu as string] = [...(parts as string).matchAll(/`(\w+)`/g)].map(([, part]) => part as string);
    }
    const measured: Record<string, string[]> = {};
    for (const part of Object.keys(results).sort()) {
      const cpu = results[part]?.machine.cpu.replace(/\(R\)| Processor.*/g, '') as string;
      measured[cpu] = [...(measured[cpu] ?? []), part];
    }
    assert.deepEqual(named, measured);
  });
});

interface Cell {
  readonly what: string;
  readonly database: string | undefined;
  readonly cell: string;
}

/** Of the tables that begin with a column `what`. Other columns are named by a database, a measure (`writes`) or both (`SQLite: memory`). */
function cellsOf(text: string): Cell[] {
  const cells: Cell[] = [];
  for (const [table] of text.matchAll(/^\| what \|.*\n(?:\|.*\n)+/gm)) {
    const [header = [], , ...lines] = table.trim().split('\n').map(columnsOf);
    for (const [label, ...figures] of lines) {
      for (const [i, cell] of figures.entries()) {
        const column = header[i + 1] ?? '';
        if (cell === '' || column.startsWith('goal')) continue;
        const [, name, measure] = /^(?:(SQLite|PostgreSQL|figure)(?:: |$))?(.*)$/.exec(column) as RegExpExecArray;
        const what = measure === '' ? label : `${label}: ${measure}`;
        cells.push({ what: what as string, database: name === 'figure' ? undefined : name, cell });
      }
    }
  }
  assert.ok(cells.length > 100);
  return cells;
}

function columnsOf(line: string): string[] {
  return line
    .replaceAll('`', '')
    .split('|')
    .slice(1, -1)
    .map((column) => column.trim());
}

function databaseOf({ what }: Row): string | undefined {
  return /(?:,| on) (SQLite|PostgreSQL)/.exec(what)?.[1];
}

function withoutDatabase(what: string): string {
  return what.replace(/,?(?: on|,) (?:SQLite|PostgreSQL)/, '');
}

/** What is wrong with the numbers of a text that shows a row; two rows may have the same name. */
function differences(text: string, shown: readonly Row[]): string[] {
  const numbers = [...text.replaceAll('**', '').matchAll(NUMBER)];
  if (shown.length === 0 || numbers.length === 0) return [`${text} shows no row of bench/results.json`];
  return numbers.flatMap(([number, digits, unit]) => {
    const values = shown.flatMap((row) => valuesOf(row, unit));
    return values.some((value) => roundedLike(digits as string, value) === digits) ? [] : [`${number} is ${values}`];
  });
}

function valuesOf({ figure, p99, p99Unit, unit, against, beside }: Row, wanted = ''): number[] {
  if (wanted === '×' || wanted === 'times') return [...Object.values(against ?? {}), ...(beside ? [beside.times] : [])];
  if (wanted === '/s' || wanted === 'requests a second') return unit === 'per second' ? [figure] : [];
  if (wanted === '') return unit === 'answers' || unit === 'transactions' ? [figure] : [against?.bare ?? Number.NaN];
  const measured: [number, string][] = [[figure, unit]];
  if (p99 !== undefined) measured.push([p99, p99Unit ?? unit]);
  const to = NANOSECONDS[wanted];
  return measured.flatMap(([value, from]) => {
    if (from === wanted) return [value];
    const nanoseconds = NANOSECONDS[from];
    return to === undefined || nanoseconds === undefined ? [] : [(value * nanoseconds) / to];
  });
}

function roundedLike(digits: string, value: number): string {
  const decimals = digits.split('.')[1]?.length ?? 0;
  return value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

function textOf(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}
