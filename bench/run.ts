/**
 * `npm run bench` measures every part, `npm run bench -- engine` the named ones. It prints one table, and stores the rows of each part with the
 * machine in results.json, except those measured with a `BENCH_SCALE`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { systemClock } from '../src/time/clock.ts';
import { formatInstant } from '../src/time/iso.ts';
import { SCALE } from './installation.ts';
import { busyCores, machine } from './machine.ts';
import { budgetPart } from './parts/budget.ts';
import { calendarsPart } from './parts/calendars.ts';
import { enginePart } from './parts/engine.ts';
import { heldPart } from './parts/held.ts';
import { hoursPart } from './parts/hours.ts';
import { httpPart } from './parts/http.ts';
import { leavingPart } from './parts/leaving.ts';
import { livePart } from './parts/live.ts';
import { loadPart } from './parts/load.ts';
import { malformedPart } from './parts/malformed.ts';
import { nodesPart } from './parts/nodes.ts';
import { scalePart } from './parts/scale.ts';
import { startPart } from './parts/start.ts';
import { webPart } from './parts/web.ts';
import { workerPart } from './parts/worker.ts';
import { writePart } from './parts/write.ts';
import { type Part, type Row, rounded, tableOf, verdictOf } from './table.ts';

/** Every part of the benchmark. A new part needs a line here. */
const PARTS: Record<string, Part> = {
  engine: enginePart,
  http: httpPart,
  calendars: calendarsPart,
  hours: hoursPart,
  budget: budgetPart,
  worker: workerPart,
  leaving: leavingPart,
  web: webPart,
  scale: scalePart,
  start: startPart,
  malformed: malformedPart,
  held: heldPart,
  load: loadPart,
  write: writePart,
  nodes: nodesPart,
  live: livePart,
};

const RESULTS = new URL('results.json', import.meta.url);

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS);
const unknown = names.filter((name) => PARTS[name] === undefined);
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}

/** In cores. If more is busy before a part begins, another program affects the measurement. */
const BUSY = 0.2;

const results = readResults();
const here = machine();
const printed = { ...here };
const rows: Row[] = [];
const notes: string[] = [];
for (const name of names) {
  const part = PARTS[name] as Part;
  const measuredOn = { ...here, ...(await part.versions?.()) };
  const busyBefore = rounded(await busyCores());
  const found = await part.run();
  rows.push(...found);
  notes.push(...part.notes);
  Object.assign(printed, measuredOn);
  if (busyBefore >= BUSY) notes.push(`The machine was busy before ${name} began (${busyBefore} cores): take it again.`);
  const date = formatInstant(systemClock.now());
  results[name] = {
    date,
    busyBefore,
    machine: measuredOn,
    rows: found.map((row) => ({ ...row, verdict: verdictOf(row) })),
  };
  // After each part: one that fails must not cost the others their results.
  if (SCALE === 1) writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
}
const on = Object.entries(printed).map(([what, value]) => `${what} ${value}`);
console.log(`${tableOf(rows)}\n\n${on.join(', ')}\n${notes.join('\n')}`);

/** Parts that are not measured this time keep their results. */
function readResults(): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(RESULTS, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}
