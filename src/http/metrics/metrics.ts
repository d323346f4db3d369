/**
 * The metrics of `/metrics`: counters of this process, and the lag of the worker, which each scrape reads from the database. Contains no names
 * of people or schedules. prom-client is loaded by the first scrape.
 */

import type { Registry } from 'prom-client';
import { ERRORS } from '../../errors.ts';
import { counters } from '../../process/counters.ts';
import { BOUNDS_MS, type Durations } from '../../process/durations.ts';
import { eventLoopDelays } from '../../process/event-loop-delay.ts';
import { VERSION } from '../../process/version.ts';
import { countConnections, measureWorkerLag, type WorkerLag } from '../../services/jobs/worker-lag.ts';
import type { Services } from '../../services/shared/services.ts';
import { singleFlight } from '../limits/single-flight.ts';
import { EXPOSITION_TYPE, headOf, type Labels, type Metric, sampleOf } from './exposition.ts';
import type { ResponseCounts, Route, RouteCounts } from './response-counts.ts';

export interface Measured {
  readonly contentType: string;
  readonly text: string;
}

interface Measurement extends Metric {
  /** A metric without samples is not shown. */
  readonly samples: readonly Sample[];
}

interface Sample {
  readonly labels: Labels;
  readonly value: number;
  /** For a histogram: `_bucket`, `_sum` or `_count`. */
  readonly suffix?: string;
}

/**
 * The delay of the event loop as prom-client measures it includes the time between two samples, and begins again with each scrape, also for other
 * scrapers. Ours replaces it; with this interval its samples cost nothing.
 */
const LOOP_DELAY_OF_PROM_CLIENT = { prefix: 'nodejs_eventloop_lag', intervalMs: 24 * 3_600_000 };

/** Prometheus gives up a scrape after 10 s, and then has none of its metrics. */
const DATABASE_WAIT_MS = 3_000;

/** Statuses of failures. Their series start at 0: Prometheus sees no increase in a series that starts at 1. */
const FAILURES = [...new Set(Object.values(ERRORS).map(({ status }) => status as number))].filter(
  (status) => status >= 500,
);

/** Callers at the same time share one measurement. `answers` is empty for a process without routes. */
export function createMetrics(services: Services, answers: ResponseCounts): () => Promise<Measured> {
  let ofProcess: Promise<Registry> | undefined;
  const measureLag = measuringLag(services);
  return singleFlight(async () => {
    ofProcess ??= measureProcess();
    const [registry, lag] = await Promise.all([ofProcess, measureLag()]);
    const ours = metricsOf(services, answers, lag).filter(({ samples }) => samples.length > 0);
    return { contentType: EXPOSITION_TYPE, text: `${ours.map(textOf).join('')}${await registry.metrics()}` };
  });
}

/**
 * Undefined if the database does not answer in time. Later scrapes wait for the same measurement as long as it runs: a database that hangs gets no further
 * statements.
 */
function measuringLag(services: Services): () => Promise<WorkerLag | undefined> {
  const measure = singleFlight(() =>
    measureWorkerLag(services).catch((error) => {
      services.log?.error('the metrics of the database could not be read', { error });
      return undefined;
    }),
  );
  return async () => {
    const { promise: late, resolve: giveUp } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => giveUp(undefined), DATABASE_WAIT_MS);
    const lag = await Promise.race([measure(), late]);
    clearTimeout(timer);
    return lag;
  };
}

/** Memory, processor time and garbage collection. */
async function measureProcess(): Promise<Registry> {
  const { collectDefaultMetrics, Registry } = await import('prom-client');
  const register = new Registry();
  const { prefix, intervalMs } = LOOP_DELAY_OF_PROM_CLIENT;
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: intervalMs });
  for (const { name } of register.getMetricsAsArray()) if (name.startsWith(prefix)) register.removeSingleMetric(name);
  return register;
}

function textOf({ samples, ...metric }: Measurement): string {
  const lines = samples.map(({ suffix = '', labels, value }) => sampleOf(metric.name + suffix, labels, value));
  return headOf(metric) + lines.join('');
}

function metricsOf(services: Services, answers: ResponseCounts, lag: WorkerLag | undefined): Measurement[] {
  return [
    {
      kind: 'gauge',
      name: 'watchbill_build_info',
      help: 'Always 1; its labels say which version runs, on which Node.js.',
      samples: [{ labels: { version: VERSION, node: process.versions.node }, value: 1 }],
    },
    {
      kind: 'counter',
      name: 'watchbill_requests_total',
      help: 'Requests that were answered; without method and route where there is no such path.',
      samples: [...answers].flatMap(([route, { byStatus }]) => answersByStatus(labelsOf(route), byStatus)),
    },
    {
      kind: 'histogram',
      name: 'watchbill_request_duration_seconds',
      help: 'Time from the arrival of a request until its answer is sent, by route. Routes that were never asked have none.',
      samples: [...answers].flatMap(([route, counts]) => timesOf(labelsOf(route), counts.durations)),
    },
    {
      kind: 'histogram',
      name: 'watchbill_event_loop_delay_seconds',
      help: 'How late the process begins what is due, since the first scrape.',
      samples: samplesOf({}, eventLoopDelays()),
    },
    {
      kind: 'counter',
      name: 'watchbill_handoffs_total',
      help: 'Schedules whose handoffs were noticed.',
      samples: [{ labels: {}, value: counters.handoffs }],
    },
    {
      kind: 'counter',
      name: 'watchbill_deliveries_total',
      help: 'Attempts to send a message, by kind of destination: sent, to be retried, or given up.',
      samples: Object.entries(counters.deliveries).flatMap(([kind, counts]) => by('result', counts, { kind })),
    },
    {
      kind: 'counter',
      name: 'watchbill_group_syncs_total',
      help: 'Attempts to bring a user group of the chat up to date: done, to be retried, or refused.',
      samples: by('result', counters.groupSyncs),
    },
    {
      kind: 'counter',
      name: 'watchbill_heartbeats_total',
      help: 'Heartbeats that were sent, that could not be sent, or that were withheld since work was late.',
      samples: by('result', counters.heartbeats),
    },
    {
      kind: 'counter',
      name: 'watchbill_work_slices_total',
      help: 'Slices of work of requests that compute many shifts.',
      samples: [{ labels: {}, value: counters.work.slices }],
    },
    {
      kind: 'counter',
      name: 'watchbill_work_stopped_total',
      help: 'Such requests that were stopped: the caller had gone, it took too long, it was about too much, or the user had too many.',
      samples: by('reason', stoppedWork()),
    },
    {
      kind: 'counter',
      name: 'watchbill_transactions_retried_total',
      help: 'Transactions that PostgreSQL aborted because of another one, and that began again.',
      samples: by('reason', counters.retriedTransactions),
    },
    {
      kind: 'gauge',
      name: 'watchbill_event_streams',
      help: 'Streams of live events that are open.',
      samples: [{ labels: {}, value: counters.eventStreams }],
    },
    {
      kind: 'gauge',
      name: 'watchbill_database_up',
      help: 'Whether the database answered this scrape in time. If not, what it knows is left out.',
      samples: [{ labels: {}, value: lag === undefined ? 0 : 1 }],
    },
    ...(lag === undefined ? [] : measured(lag)),
    {
      kind: 'gauge',
      name: 'watchbill_clock_difference_seconds',
      help: 'The clock of this node minus the clock of PostgreSQL, at the last check.',
      samples: differenceOf(services),
    },
    {
      kind: 'gauge',
      name: 'watchbill_database_connections',
      help: 'Connections to PostgreSQL, those of them that are idle, and requests that wait for one.',
      samples: by('state', countConnections(services)),
    },
  ];
}

function stoppedWork() {
  const { abandoned, late, refused, crowded } = counters.work;
  return { abandoned, late, refused, crowded };
}

function differenceOf({ clockWatch }: Services): Measurement['samples'] {
  const differenceMs = clockWatch?.differenceMs();
  return differenceMs === undefined ? [] : [{ labels: {}, value: differenceMs / 1000 }];
}

function measured({ lagMs, outbox, brokenSchedules }: WorkerLag): Measurement[] {
  return [
    {
      kind: 'gauge',
      name: 'watchbill_broken_schedules',
      help: 'Schedules whose shifts cannot be computed.',
      samples: [{ labels: {}, value: brokenSchedules }],
    },
    {
      kind: 'gauge',
      name: 'watchbill_worker_lag_seconds',
      help: 'How long the work that waits longest has been due.',
      samples: Object.entries(lagMs).map(([kind, ms]) => ({ labels: { kind: snakeCase(kind) }, value: ms / 1000 })),
    },
    {
      kind: 'gauge',
      name: 'watchbill_outbox_pending',
      help: 'Messages that are to be sent, by kind of destination.',
      samples: Object.entries(outbox).map(([kind, { pending }]) => ({ labels: { kind }, value: pending })),
    },
    {
      kind: 'gauge',
      name: 'watchbill_outbox_oldest_seconds',
      help: 'How long the oldest of them has waited.',
      samples: Object.entries(outbox).map(([kind, { oldestMs }]) => ({ labels: { kind }, value: oldestMs / 1000 })),
    },
  ];
}

function labelsOf({ method, url }: Route = { method: '', url: '' }): Labels {
  return { method, route: url.replaceAll(/:(\w+)/g, '{$1}') };
}

function answersByStatus(labels: Labels, byStatus: RouteCounts['byStatus']): Measurement['samples'] {
  const statuses = new Set([...FAILURES, ...Object.keys(byStatus).map(Number)]);
  return [...statuses].map((status) => ({
    labels: { ...labels, status: String(status) },
    value: byStatus[status] ?? 0,
  }));
}

/** None for a route that was never asked. */
function timesOf(labels: Labels, durations: Durations): Sample[] {
  return durations.byBound.some((count) => count > 0) ? samplesOf(labels, durations) : [];
}

/** A bucket also counts what is in those before it. */
function samplesOf(labels: Labels, { byBound, totalMs }: Durations): Sample[] {
  let count = 0;
  const buckets = byBound.map((more, i) => {
    count += more;
    const bound = BOUNDS_MS[i];
    return {
      suffix: '_bucket',
      labels: { ...labels, le: bound === undefined ? '+Inf' : String(bound / 1000) },
      value: count,
    };
  });
  return [...buckets, { suffix: '_sum', labels, value: totalMs / 1000 }, { suffix: '_count', labels, value: count }];
}

function by(
  label: string,
  values: Readonly<Record<string, number>>,
  labels: Readonly<Record<string, string>> = {},
): Measurement['samples'] {
  return Object.entries(values).map(([name, value]) => ({ labels: { ...labels, [label]: name }, value }));
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
