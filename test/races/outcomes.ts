/** The outcome of two operations: both responses, and all stored changes. */
import type { Row } from './stored-state.ts';

export interface Answered {
  /** The HTTP status; `done` or `failed` for work. */
  readonly status: number | string;
  readonly body: unknown;
}

export interface Outcome {
  readonly answers: readonly [a: Answered, b: Answered];
  /** Added and removed rows, by their text. */
  readonly changes: ReadonlyMap<string, Row>;
}

/**
 * `unavailable`: 5xx, or the worker threw. `statuses`: both serial orders have other statuses. `stored`: neither order leads to this state.
 * `refusals`: only the reason of a refusal differs. `answers`: only a body differs, which shows another state.
 */
export type FailureKind = 'unavailable' | 'statuses' | 'stored' | 'refusals' | 'answers';

export interface Failure {
  readonly kind: FailureKind;
  /** For readers: both serial outcomes, and the differences. */
  readonly lines: readonly string[];
}

export interface SerialOutcome {
  readonly name: string;
  readonly outcome: Outcome;
}

const MAX_LINES = 6;
const MAX_LINE_LENGTH = 240;

/** Undefined if the outcome is that of one of the serial orders. */
export function findFailure(race: Outcome, serial: readonly SerialOutcome[]): Failure | undefined {
  const isUnavailable = race.answers.some(({ status }) => status === 'failed' || Number(status) >= 500);
  if (!isUnavailable && serial.some(({ outcome }) => isSame(race, outcome))) return undefined;

  const comparisons = serial.map(({ name, outcome }) => ({
    name,
    statuses: differences('', race.answers.map(statusOf), outcome.answers.map(statusOf)),
    refusals: race.answers.filter((answer, i) => isOtherRefusal(answer, outcome.answers[i])).length,
    stored: storedDifferences(race, outcome),
    answers: [
      ...differences('A', race.answers[0], outcome.answers[0]),
      ...differences('B', race.answers[1], outcome.answers[1]),
    ],
  }));
  const [closest] = comparisons.toSorted((one, other) => distance(one) - distance(other));
  if (closest === undefined) throw new Error('there is no serial outcome to compare with');
  const summary = [{ name: 'at once', outcome: race }, ...serial].map(
    ({ name, outcome }) => `${name}: ${outcome.answers.map(statusOf).join(' and ')}`,
  );
  const different = [...closest.answers, ...closest.stored];
  return {
    kind: isUnavailable ? 'unavailable' : kindOf(closest),
    lines: [
      summary.join('; '),
      `compared with ${closest.name}:`,
      ...different.slice(0, MAX_LINES).map((line) => `  ${line.slice(0, MAX_LINE_LENGTH)}`),
      ...(different.length > MAX_LINES ? [`  and ${different.length - MAX_LINES} more`] : []),
    ],
  };
}

interface Comparison {
  readonly statuses: readonly string[];
  readonly refusals: number;
  readonly stored: readonly string[];
  readonly answers: readonly string[];
}

function kindOf({ statuses, refusals, stored }: Comparison): FailureKind {
  if (statuses.length > refusals) return 'statuses';
  if (stored.length > 0) return 'stored';
  return refusals > 0 ? 'refusals' : 'answers';
}

function distance({ statuses, refusals, stored, answers }: Comparison): number {
  return 1_000 * (statuses.length - refusals) + 10 * stored.length + answers.length;
}

function isSame(one: Outcome, other: Outcome): boolean {
  return (
    one.changes.size === other.changes.size &&
    [...one.changes.keys()].every((text) => other.changes.has(text)) &&
    JSON.stringify(one.answers) === JSON.stringify(other.answers)
  );
}

function statusOf({ status, body }: Answered): string {
  return Number(status) >= 400 ? `${status} ${body}` : String(status);
}

function isRefusal(answer: Answered | undefined): boolean {
  return answer !== undefined && Number(answer.status) >= 400 && Number(answer.status) < 500;
}

function isOtherRefusal(is: Answered, should: Answered | undefined): boolean {
  return isRefusal(is) && isRefusal(should) && statusOf(is) !== (should && statusOf(should));
}

/** Each value that differs, with its path. */
function differences(path: string, is: unknown, should: unknown): string[] {
  if (JSON.stringify(is) === JSON.stringify(should)) return [];
  if (!isObject(is) || !isObject(should)) {
    return [`${path} is ${JSON.stringify(is)}, should be ${JSON.stringify(should)}`];
  }
  const keys = new Set([...Object.keys(is), ...Object.keys(should)]);
  return [...keys].flatMap((key) => differences(path === '' ? key : `${path}.${key}`, is[key], should[key]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** A row that exists in both orders with other values is one line with those values. */
function storedDifferences(race: Outcome, serial: Outcome): string[] {
  const extra = [...race.changes].filter(([text]) => !serial.changes.has(text));
  const missing = new Map([...serial.changes].filter(([text]) => !race.changes.has(text)));
  const lines: string[] = [];
  for (const [text, row] of extra) {
    const twin = [...missing].find(([, other]) => keyOf(other) === keyOf(row));
    if (twin === undefined) {
      lines.push(`not expected: ${text}`);
    } else {
      missing.delete(twin[0]);
      lines.push(...differences(keyOf(row), row, twin[1]));
    }
  }
  return [...lines, ...[...missing.keys()].map((text) => `missing: ${text}`)];
}

function keyOf({ what, table, id, schedule_id, team_id, user_id, number }: Row): string {
  const parts = id === undefined ? [schedule_id, team_id, user_id, number] : [id];
  return [what, table, ...parts.filter((part) => part !== undefined)].join(' ');
}
