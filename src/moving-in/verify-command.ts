/** Rule IMP-2: `watchbill verify PRODUCT` compares the source's own timeline with ours, interval by interval. */
import { type Api, createApi, everyPage } from '../api-client/api.ts';
import type { Schedule } from '../api-client/schema.d.ts';
import { asSingleLine } from '../text/harmless-text.ts';
import { formatInstant, parseInstant } from '../time/iso.ts';
import { DAY_MS } from '../time/units.ts';
import { differenceLines } from './difference-lines.ts';
import { sourceOf, sourcesOf } from './external-ids.ts';
import { readSource, type SourceOptions } from './import-command.ts';
import { personKeyOf, withEmails } from './people.ts';
import { counted } from './report.ts';
import { type Difference, differencesBetween, segmentsOf } from './segments.ts';
import { type RenderedShift, type Source, SourceError, type SourceSchedule } from './source.ts';

export interface VerifyOptions extends SourceOptions {
  /** The address and key of our own service. */
  readonly watchbill: { readonly url: string; readonly key: string };
}

export interface VerifyResult {
  readonly report: string;
  readonly isSame: boolean;
}

/** Imported overrides end where the timeline of the import ended. A timeline that is read up to a day later must not be compared beyond that. */
const SINCE_IMPORT_MS = DAY_MS;

export async function verify(options: VerifyOptions): Promise<VerifyResult> {
  const api = createApi(options.watchbill);
  const { source: read } = await readSource(options);
  const schedules = await everyPage('schedules', (query) => api.GET('/schedules', { params: { query } }));
  const schedulesOf = Map.groupBy(schedules, ({ external_id = '' }) => sourceOf(external_id));
  const source = withEmails(read);
  const compared: Comparison[] = [];
  for (const schedule of source.schedules) {
    if (schedule.isDisabled !== true) compared.push(await compare(api, source, schedule, schedulesOf, options.now));
  }
  if (compared.every(({ interval }) => interval === undefined)) {
    throw new SourceError('The source has no timeline that reaches into the future; there is nothing to compare.');
  }
  const isSame = compared.every(({ differences, problem }) => differences.length === 0 && problem === undefined);
  const count = compared.reduce((sum, { differences }) => sum + differences.length, 0);
  const lines = [
    ...compared.flatMap(linesOf),
    ...onlyHere(source, schedules),
    '',
    isSame ? 'No difference.' : `${counted(count, 'difference')} in ${counted(compared.length, 'schedule')}.`,
  ];
  return { report: `${lines.join('\n')}\n`, isSame };
}

/** Schedules that were imported from this product, but whose source schedule was not found now. */
function onlyHere({ product, schedules }: Source, all: readonly Schedule[]): string[] {
  const known = new Set(schedules.flatMap(({ id }) => sourcesOf(product, id)));
  return all
    .filter(({ external_id = '' }) => external_id.startsWith(`${product}:`))
    .filter(({ external_id = '' }) => !known.has(sourceOf(external_id)))
    .map(({ name, external_id }) => asSingleLine(`Only here, and not compared: ${name} (${external_id})`));
}

interface Comparison {
  readonly schedule: SourceSchedule;
  /** The names of our schedules. */
  readonly ours: readonly string[];
  readonly interval: { readonly start: number; readonly end: number } | undefined;
  readonly differences: readonly Difference[];
  readonly problem?: string;
}

async function compare(
  api: Api,
  { product }: Source,
  schedule: SourceSchedule,
  schedulesOf: ReadonlyMap<string, readonly Schedule[]>,
  now: number,
): Promise<Comparison> {
  const ours = sourcesOf(product, schedule.id).flatMap((source) => schedulesOf.get(source) ?? []);
  const names = ours.map(({ name }) => name);
  const { rendered } = schedule;
  if (rendered === undefined || rendered.end <= now) {
    return {
      schedule,
      ours: names,
      interval: undefined,
      differences: [],
      problem: 'the timeline of the source was not read',
    };
  }
  const start = Math.max(rendered.start, now);
  const interval = { start, end: Math.max(start, rendered.end - SINCE_IMPORT_MS) };
  const there = segmentsOf(rendered.shifts, interval.start, interval.end);
  const shifts: RenderedShift[] = [];
  for (const { id } of ours) shifts.push(...(await shiftsOf(api, id, interval)));
  const here = segmentsOf(shifts, interval.start, interval.end);
  return { schedule, ours: names, interval, differences: differencesBetween(there, here) };
}

function linesOf({ schedule, ours, interval, differences, problem }: Comparison): string[] {
  const title = `${schedule.name} = ${ours.length === 0 ? 'no schedule here' : ours.join(' + ')}`;
  if (interval === undefined) return [asSingleLine(`${title}: not compared, ${problem}`)];
  const when = `from ${formatInstant(interval.start)} to ${formatInstant(interval.end)}`;
  const result = differences.length === 0 ? 'no difference' : counted(differences.length, 'difference');
  return [asSingleLine(`${title}, ${when}: ${result}`), ...differenceLines(differences).map((line) => `  ${line}`)];
}

/** The route accepts a year at most, which is more than the source is asked for. */
async function shiftsOf(
  api: Api,
  id: string,
  { start, end }: { start: number; end: number },
): Promise<RenderedShift[]> {
  const interval = { from: formatInstant(start), to: formatInstant(end), clip_to_interval: true };
  const path = { schedule_id: id };
  const shifts = await everyPage('shifts', (page) =>
    api.GET('/schedules/{schedule_id}/shifts/', { params: { path, query: { ...page, ...interval } } }),
  );
  return shifts.map((shift) => ({
    start: parseInstant(shift.start) ?? 0,
    end: parseInstant(shift.end) ?? 0,
    people: shift.users.map(({ email }) => personKeyOf(email)),
  }));
}
