/**
 * The metrics of `/metrics`: counters of this process, and the lag of the worker, which each scrape reads from the database. Contains no names
 * of people or schedules. prom-client is loaded by the first scrape.
 */

import { ERRORS } from '../../errors.ts';
import { counters } from '../../process/counters.ts';
import { countConnections, measureWorkerLag, type WorkerLag } from '../../services/jobs/worker-lag.ts';
import type { Services } from '../../services/shared/services.ts';
import { singleFlight } from '../limits/single-flight.ts';
import type { ResponseCounts } from './response-counts.ts';

export interface Measured {
  readonly contentType: string;
  readonly text: string;
}

interface Metric {
  readonly kind: 'Counter' | 'Gauge';
  readonly name: string;
  readonly help: string;
  /** A metric without values is not shown. */
  readonly values: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
}

/** How often the delay of the event loop is sampled: each sample wakes the process, also an idle one. */
const LOOP_DELAY_INTERVAL_MS = 100;

/** Statuses of failures. Their series start at 0: Prometheus sees no increase in a series that starts at 1. */
const FAILURES = [...new Set(Object.values(ERRORS).map(({ status }) => status as number))].filter(
  (status) => status >= 500,
);

/** Callers at the same time share one measurement. `answers` is empty for a process without routes. */
export function createMetrics(services: Services, answers: ResponseCounts): () => Promise<Measured> {
  let scraper: ReturnType<typeof createScraper> | undefined;
  return singleFlight(async () => {
    scraper ??= createScraper(services, answers);
    const { contentType, scrape } = await scraper;
    return { contentType, text: await scrape() };
  });
}

async function createScraper(services: Services, answers: ResponseCounts) {
  const prom = await import('prom-client');
  const ofProcess = new prom.Registry();
  prom.collectDefaultMetrics({ register: ofProcess, eventLoopMonitoringPrecision: LOOP_DELAY_INTERVAL_MS });
  return {
    contentType: ofProcess.contentType,
    async scrape(): Promise<string> {
      const lag = await measureWorkerLag(services);
      const ours = new prom.Registry();
      for (const { kind, name, help, values } of metricsOf(services, answers, lag)) {
        if (values[0] === undefined) continue;
        const labelNames = Object.keys(values[0].labels);
        const metric = new prom[kind]({ name, help, labelNames, registers: [ours] });
        for (const { labels, value } of values) metric.inc(labels, value);
      }
      return `${await ours.metrics()}\n${await ofProcess.metrics()}`;
    },
  };
}

function metricsOf(services: Services, answers: ResponseCounts, lag: WorkerLag | undefined): Metric[] {
  return [
    {
      kind: 'Counter',
      name: 'watchbill_requests_total',
      help: 'Requests that were answered; without method and route where there is no such path.',
      values: answersByLabels(answers),
    },
    {
      kind: 'Counter',
      name: 'watchbill_handoffs_total',
      help: 'Schedules whose handoffs were noticed.',
      values: [{ labels: {}, value: counters.handoffs }],
    },
    {
      kind: 'Counter',
      name: 'watchbill_deliveries_total',
      help: 'Attempts to send a message, by kind of destination: sent, to be retried, or given up.',
      values: Object.entries(counters.deliveries).flatMap(([kind, counts]) => by('result', counts, { kind })),
    },
    {
      kind: 'Counter',
      name: 'watchbill_group_syncs_total',
      help: 'Attempts to bring a user group of the chat up to date: done, to be retried, or refused.',
      values: by('result', counters.groupSyncs),
    },
    {
      kind: 'Counter',
      name: 'watchbill_heartbeats_total',
      help: 'Heartbeats that were sent, that could not be sent, or that were withheld since work was late.',
      values: by('result', counters.heartbeats),
    },
    {
      kind: 'Counter',
      name: 'watchbill_work_slices_total',
      help: 'Slices of work of requests that compute many shifts.',
      values: [{ labels: {}, value: counters.work.slices }],
    },
    {
      kind: 'Counter',
      name: 'watchbill_work_stopped_total',
      help: 'Such requests that were stopped: the caller had gone, it took too long, it was about too much, or the user had too many.',
      values: by('reason', stoppedWork()),
    },
    {
      kind: 'Counter',
      name: 'watchbill_transactions_retried_total',
      help: 'Transactions that PostgreSQL aborted because of another one, and that began again.',
      values: by('reason', counters.retriedTransactions),
    },
    {
      kind: 'Gauge',
      name: 'watchbill_event_streams',
      help: 'Streams of live events that are open.',
      values: [{ labels: {}, value: counters.eventStreams }],
    },
    ...(lag === undefined ? [] : measured(lag)),
    {
      kind: 'Gauge',
      name: 'watchbill_clock_difference_seconds',
      help: 'The clock of this node minus the clock of PostgreSQL, at the last check.',
      values: differenceOf(services),
    },
    {
      kind: 'Gauge',
      name: 'watchbill_database_connections',
      help: 'Connections to PostgreSQL, those of them that are idle, and requests that wait for one.',
      values: by('state', countConnections(services)),
    },
  ];
}

function stoppedWork() {
  const { abandoned, late, refused, crowded } = counters.work;
  return { abandoned, late, refused, crowded };
}

function differenceOf({ clockWatch }: Services): Metric['values'] {
  const differenceMs = clockWatch?.differenceMs();
  return differenceMs === undefined ? [] : [{ labels: {}, value: differenceMs / 1000 }];
}

function measured({ lagMs, outbox, brokenSchedules }: WorkerLag): Metric[] {
  return [
    {
      kind: 'Gauge',
      name: 'watchbill_broken_schedules',
      help: 'Schedules whose shifts cannot be computed.',
      values: [{ labels: {}, value: brokenSchedules }],
    },
    {
      kind: 'Gauge',
      name: 'watchbill_worker_lag_seconds',
      help: 'How long the work that waits longest has been due.',
      values: Object.entries(lagMs).map(([kind, ms]) => ({ labels: { kind: snakeCase(kind) }, value: ms / 1000 })),
    },
    {
      kind: 'Gauge',
      name: 'watchbill_outbox_pending',
      help: 'Messages that are to be sent, by kind of destination.',
      values: Object.entries(outbox).map(([kind, { pending }]) => ({ labels: { kind }, value: pending })),
    },
    {
      kind: 'Gauge',
      name: 'watchbill_outbox_oldest_seconds',
      help: 'How long the oldest of them has waited.',
      values: Object.entries(outbox).map(([kind, { oldestMs }]) => ({ labels: { kind }, value: oldestMs / 1000 })),
    },
  ];
}

function answersByLabels(answers: ResponseCounts): Metric['values'] {
  return [...answers].flatMap(([{ method, url } = { method: '', url: '' }, byStatus]) => {
    const route = url.replaceAll(/:(\w+)/g, '{$1}');
    const statuses = new Set([...FAILURES, ...Object.keys(byStatus).map(Number)]);
    return [...statuses].map((status) => ({
      labels: { method, route, status: String(status) },
      value: byStatus[status] ?? 0,
    }));
  });
}

function by(
  label: string,
  values: Readonly<Record<string, number>>,
  labels: Readonly<Record<string, string>> = {},
): Metric['values'] {
  return Object.entries(values).map(([name, value]) => ({ labels: { ...labels, [label]: name }, value }));
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
