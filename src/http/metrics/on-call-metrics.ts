/** Rule OPS-2: who is on call as metrics, which rules of Prometheus can join. */
import type { User } from '../../schemas/people/users.ts';
import type { ScheduleNow } from '../../services/schedules/on-call-now.ts';
import { headOf, type Labels, labelText, lineOf, type Metric } from './exposition.ts';

/** What is told of people beside their ids. */
export interface Included {
  readonly names: boolean;
  readonly email: boolean;
}

const METRICS = {
  onCall: {
    kind: 'gauge',
    name: 'watchbill_oncall',
    help: 'Always 1: this person is on call in this schedule.',
  },
  people: {
    kind: 'gauge',
    name: 'watchbill_oncall_people',
    help: 'People who are on call in the schedule; absent if the schedule is broken.',
  },
  gap: {
    kind: 'gauge',
    name: 'watchbill_oncall_gap',
    help: '1 if nobody is on call although somebody should be; absent if the schedule is broken.',
  },
  broken: {
    kind: 'gauge',
    name: 'watchbill_oncall_broken',
    help: '1 if the schedule is broken, so that nobody knows who is on call.',
  },
  team: {
    kind: 'gauge',
    name: 'watchbill_oncall_team',
    help: 'Always 1: this schedule is linked to this team.',
  },
} as const satisfies Record<string, Metric>;

/** About 0.3 ms of work. */
const SLICE_CHARS = 256 * 1024;

/** What a schedule takes beside its labels, and what its teams take. */
const KEPT_BYTES = 130;
const KEPT_TEAMS_BYTES = 60;

const BEYOND_LATIN_1 = /[\u0100-\uffff]/;

interface Kept {
  /** They begin with its id. */
  readonly labels: string;
  /** The labels of those on call; undefined: the schedule is broken. */
  readonly people: readonly string[] | undefined;
  readonly isGap: boolean;
  readonly teams: readonly string[];
}

const NONE: readonly string[] = [];

/**
 * Collects schedules, and then writes their metrics. In the text, all samples of a metric come after each other. So it is written from the labels, which
 * take a third of its size.
 */
export class OnCallMetrics {
  readonly #included: Included;
  readonly #kept: Kept[] = [];
  /** The labels of each person and team by id, once for all their schedules. */
  readonly #labels = new Map<string, string>();
  /** Of the text. */
  bytes = SAMPLES.reduce((sum, [metric]) => sum + Buffer.byteLength(headOf(metric)), 0);

  constructor(included: Included) {
    this.#included = included;
  }

  /** Returns how many bytes it keeps. */
  add({ row, teams, people, isGap }: ScheduleNow): number {
    const labels = labelText({ schedule_id: row.id, schedule: row.name, external_id: row.external_id ?? undefined });
    const kept = {
      labels,
      people: people && listOf(people, (person) => this.#once(person.id, this.#labelsOf(person))),
      isGap,
      teams: listOf(teams, ({ id, name }) => this.#once(id, { team_id: id, team: name })),
    };
    this.#kept.push(kept);
    for (const [, linesOf] of SAMPLES) this.bytes += Buffer.byteLength(linesOf(kept));
    return memoryOf(labels) + KEPT_BYTES + (teams.length > 0 ? KEPT_TEAMS_BYTES : 0);
  }

  /** The text. Each slice is written when it is asked for. */
  *slices(): Generator<string, undefined> {
    let text = '';
    for (const [metric, linesOf] of SAMPLES) {
      text += headOf(metric);
      for (const kept of this.#kept) {
        text += linesOf(kept);
        if (text.length < SLICE_CHARS) continue;
        yield text;
        text = '';
      }
    }
    yield text;
  }

  #labelsOf({ id, name, email }: User): Labels {
    const { names: hasName, email: hasEmail } = this.#included;
    return { person_id: id, name: hasName ? name : undefined, email: hasEmail ? email : undefined };
  }

  #once(id: string, labels: Labels): string {
    const known = this.#labels.get(id) ?? labelText(labels);
    this.#labels.set(id, known);
    return known;
  }
}

/** V8 stores each character in two bytes as soon as one is not of Latin-1. */
function memoryOf(text: string): number {
  return BEYOND_LATIN_1.test(text) ? 2 * text.length : text.length;
}

function listOf<T>(things: readonly T[], labelsOf: (thing: T) => string): readonly string[] {
  return things.length === 0 ? NONE : things.map(labelsOf);
}

/** Each metric, and its lines for a schedule. */
const SAMPLES: readonly (readonly [Metric, (schedule: Kept) => string])[] = [
  [
    METRICS.onCall,
    ({ labels, people = NONE }) =>
      people.map((person) => lineOf(METRICS.onCall.name, `${labels},${person}`, 1)).join(''),
  ],
  [
    METRICS.people,
    ({ labels, people }) => (people === undefined ? '' : lineOf(METRICS.people.name, labels, people.length)),
  ],
  [
    METRICS.gap,
    ({ labels, people, isGap }) => (people === undefined ? '' : lineOf(METRICS.gap.name, labels, isGap ? 1 : 0)),
  ],
  [METRICS.broken, ({ labels, people }) => lineOf(METRICS.broken.name, labels, people === undefined ? 1 : 0)],
  [
    METRICS.team,
    ({ labels, teams }) => {
      const id = labels.slice(0, labels.indexOf(','));
      return teams.map((team) => lineOf(METRICS.team.name, `${id},${team}`, 1)).join('');
    },
  ],
];
