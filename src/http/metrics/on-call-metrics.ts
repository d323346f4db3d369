/** Rule OPS-2: who is on call as metrics, which rules of Prometheus can join. */
import type { ScheduleNow } from '../../services/schedules/on-call-now.ts';
import { headOf, type Labels, type Metric, sampleOf } from './exposition.ts';

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

type Name = keyof typeof METRICS;

/** Collects the samples of schedules. In the text, all samples of a metric come after each other. */
export class OnCallMetrics {
  readonly #included: Included;
  readonly #lines = Object.fromEntries(Object.keys(METRICS).map((name) => [name, []])) as unknown as Record<
    Name,
    string[]
  >;
  /** Of the samples, in characters. */
  length = 0;

  constructor(included: Included) {
    this.#included = included;
  }

  add({ row, teams, people, isGap }: ScheduleNow): void {
    const schedule = { schedule_id: row.id, schedule: row.name, external_id: row.external_id ?? undefined };
    const { names, email } = this.#included;
    for (const person of people ?? []) {
      const told = { name: names ? person.name : undefined, email: email ? person.email : undefined };
      this.#add('onCall', { ...schedule, person_id: person.id, ...told }, 1);
    }
    if (people !== undefined) {
      this.#add('people', schedule, people.length);
      this.#add('gap', schedule, isGap ? 1 : 0);
    }
    this.#add('broken', schedule, people === undefined ? 1 : 0);
    for (const { id, name } of teams) this.#add('team', { schedule_id: row.id, team_id: id, team: name }, 1);
  }

  text(): string {
    return Object.entries(METRICS)
      .map(([name, metric]) => headOf(metric) + this.#lines[name as Name].join(''))
      .join('');
  }

  #add(name: Name, labels: Labels, value: number): void {
    const line = sampleOf(METRICS[name].name, labels, value);
    this.#lines[name].push(line);
    this.length += line.length;
  }
}
