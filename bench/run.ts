/**
 * `npm run bench` measures every part, `npm run bench -- engine` the named ones. Prints one table and keeps the rows of
 * each part, with the machine they were measured on, in results.json; not what was measured with a `BENCH_SCALE`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { systemClock } from '../src/time/clock.ts';
import { formatInstant } from '../src/time/iso.ts';
import { enginePart } from './engine.ts';
import { httpPart } from './http.ts';
import { SCALE } from './installation.ts';
import { loadPart } from './load.ts';
import { malformedPart } from './malformed.ts';
import { nodesPart } from './nodes.ts';
import { scalePart } from './scale.ts';
import { startPart } from './start.ts';
import { type Part, type Row, rounded, tableOf, verdictOf } from './table.ts';
import { webPart } from './web.ts';
import { workerPart } from './worker.ts';

/** A new part gets its file, and its line here. */
const PARTS: Record<string, Part> = {
  engine: enginePart,
  http: httpPart,
  worker: workerPart,
  web: webPart,
  scale: scalePart,
  start: startPart,
  malformed: malformedPart,
  load: loadPart,
  nodes: nodesPart,
};

const RESULTS = new URL('results.json', import.meta.url);

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS);
const unknown = names.filter((name) => PARTS[name] === undefined);
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}

/** Of the last minute: from 1 on, something else kept a processor busy. */
const load = os.loadavg()[0] ?? 0;
const notes =
  load < 1
    ? []
    : [`The machine was busy before this began (load ${load.toFixed(1)}): take these figures again when it is idle.`];

const results = readResults();
const rows: Row[] = [];
for (const name of names) {
  const part = PARTS[name] as Part;
  const found = await part.run();
  rows.push(...found);
  notes.push(...part.notes);
  const date = formatInstant(systemClock.now());
  results[name] = {
    date,
    loadBefore: rounded(load),
    machine: machine(),
    rows: found.map((row) => ({ ...row, verdict: verdictOf(row) })),
  };
}
console.log(`${tableOf(rows)}\n\n${notes.join('\n')}`);
if (SCALE === 1) writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);

/** A part that is not measured this time keeps what it had. */
function readResults(): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(RESULTS, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

function machine() {
  const { node, v8, tz, icu } = process.versions;
  return {
    cpu: os.cpus()[0]?.model ?? 'unknown',
    cores: os.availableParallelism(),
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
    os: `${os.type()} ${os.release()} ${os.arch()}`,
    node,
    v8,
    tzdata: tz,
    icu,
  };
}
