/** The rows of a benchmark, their goals, and how they are printed. */

export type Unit = 'ns' | 'ms' | 's' | 'kB' | 'MB' | 'MiB' | 'per second' | 'frames' | 'answers' | 'transactions';

/** A row meets its goal if it is within every limit. Limits are in the row's unit. */
export interface Goal {
  readonly atMost?: number;
  readonly atLeast?: number;
  readonly timesTemporal?: number;
  readonly ofBare?: number;
  /** At most this many times the compared measurement. */
  readonly timesBeside?: number;
}

/** Ratios within the same run: how many times longer another implementation takes, and our share of a bare server's throughput. */
export interface Ratios {
  readonly temporal?: number;
  readonly rruleTzid?: number;
  readonly rruleFloating?: number;
  readonly bare?: number;
}

/** Another measurement of the same run, and the ratio to it. */
export interface Beside {
  readonly what: string;
  readonly times: number;
}

export interface Row {
  readonly what: string;
  readonly unit: Unit;
  /** The median, if there are samples. */
  readonly figure: number;
  readonly p99?: number;
  /** The unit of the 99th percentile, if it differs from the row's. */
  readonly p99Unit?: Unit;
  readonly goal?: Goal;
  readonly against?: Ratios;
  readonly beside?: Beside;
}

export interface Part {
  /** Notes below the table. */
  readonly notes: readonly string[];
  readonly run: () => Row[] | Promise<Row[]>;
  /** Versions of programs that only this part needs. */
  readonly versions?: () => Promise<Readonly<Record<string, string>>>;
}

/** Undefined for a row without a goal. */
export function verdictOf({ figure, goal, against, beside }: Row): 'met' | 'missed' | undefined {
  if (goal === undefined) return undefined;
  const { atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY, timesTemporal = 0, ofBare = 0 } = goal;
  const { temporal = 0, bare = 0 } = against ?? {};
  if (goal.timesBeside !== undefined && (beside === undefined || beside.times > goal.timesBeside)) return 'missed';
  return figure <= atMost && figure >= atLeast && temporal >= timesTemporal && bare >= ofBare ? 'met' : 'missed';
}

export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => [
    row.what,
    goalText(row),
    figureText(row.figure, row.unit) +
      (row.p99 === undefined ? '' : ` (p99 ${figureText(row.p99, row.p99Unit ?? row.unit)})`),
    comparedText(row),
    verdictOf(row) ?? '',
  ]);
  const header = ['what', 'goal', 'figure', 'compared', 'verdict'];
  const widths = header.map((_, column) => Math.max(...[header, ...lines].map((line) => cell(line, column).length)));
  const textOf = (line: readonly string[]) =>
    `| ${widths.map((width, column) => cell(line, column).padEnd(width)).join(' | ')} |`;
  return [textOf(header), textOf(widths.map((width) => '-'.repeat(width))), ...lines.map(textOf)].join('\n');
}

/** Rounds to three digits: a benchmark is not more precise. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

function cell(line: readonly string[], column: number): string {
  return line[column] ?? '';
}

function goalText({ goal, unit, beside }: Row): string {
  if (goal === undefined) return '';
  const limits: string[] = [];
  if (goal.atMost !== undefined) limits.push(`≤ ${figureText(goal.atMost, unit)}`);
  if (goal.atLeast !== undefined) limits.push(`≥ ${figureText(goal.atLeast, unit)}`);
  if (goal.timesTemporal !== undefined) limits.push(`≥ ${timesText(goal.timesTemporal)} Temporal`);
  if (goal.ofBare !== undefined) limits.push(`≥ ${goal.ofBare} of bare`);
  if (goal.timesBeside !== undefined) limits.push(`≤ ${timesText(goal.timesBeside)} ${beside?.what ?? ''}`);
  return limits.join(', ');
}

function figureText(value: number, unit: Unit): string {
  if (unit === 'ns' && value >= 1e6) return `${numberText(value / 1e6)} ms`;
  if (unit === 'ns' && value >= 1e3) return `${numberText(value / 1e3)} µs`;
  return `${numberText(value)} ${unit}`;
}

function timesText(times: number | undefined): string {
  return times === undefined ? '' : `${numberText(times)} ×`;
}

function comparedText({ against = {}, beside }: Row): string {
  const { temporal, rruleTzid, rruleFloating, bare } = against;
  const parts: string[] = [];
  if (temporal !== undefined) parts.push(`Temporal ${timesText(temporal)}`);
  if (rruleTzid !== undefined || rruleFloating !== undefined) {
    parts.push(`rrule ${timesText(rruleTzid) || '–'} / ${timesText(rruleFloating) || '–'}`);
  }
  if (bare !== undefined) parts.push(`${numberText(bare)} of bare`);
  if (beside !== undefined) parts.push(`${timesText(beside.times)} ${beside.what}`);
  return parts.join(', ');
}

function numberText(value: number): string {
  return rounded(value).toLocaleString('en', { maximumSignificantDigits: 3 });
}
