/** What the documents, the alerts and the dashboard say about metrics is what a service and a worker have. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { parse } from 'yaml';
import { WORK_KINDS } from '../../src/services/jobs/due-work.ts';
import { type MetricUse, type Series, seriesIn, usesIn } from '../support/drivers/metrics.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { createPostgres, type TestDatabase } from '../support/servers/databases.ts';
import { follow, killed, listening, type RunningProcess, startCommand } from '../support/servers/server-process.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

interface Rules {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
}

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

describe('[OPS-1] metrics in documents, alerts and the dashboard', () => {
  let place: TestDatabase;
  const processes: RunningProcess[] = [];
  let docs: string;
  /** The metrics of a node without a worker, and of a separate worker. */
  let shown: readonly string[];
  let series: readonly Series[];
  let rules: readonly Rule[];

  before(async () => {
    docs = await readFile('docs/operations.md', 'utf8');
    const { groups } = parse(await readFile('deploy/prometheus/rules.yaml', 'utf8')) as Rules;
    rules = groups.flatMap((group) => group.rules);
    // With PostgreSQL: some metrics are about its connections and its clock.
    place = await createPostgres();
    const server = await listening(startCommand(place.config, ['serve', '--no-worker']));
    const worker = follow(startCommand(place.config, ['worker'], { WATCHBILL_METRICS_PORT: '0' }));
    processes.push(server, worker);
    // Latency is there for routes that were asked.
    await fetch(`${server.address}/healthz`);
    const { metrics } = JSON.parse(await worker.said('"working"')) as { metrics: string };
    const addresses = [`${server.address}/metrics`, metrics];
    shown = await Promise.all(addresses.map(async (address) => (await fetch(address)).text()));
    series = shown.flatMap(seriesIn);
  });
  after(() => cleanUp(...processes.map((one) => () => killed(one)), () => place.remove()));

  /** Prometheus itself adds these labels, and the metric `up`. */
  const added = ['job', 'instance'];

  function assertServed(uses: readonly MetricUse[], where: string): void {
    assert.ok(uses.length > 0, where);
    for (const { metric, labels, values } of uses) {
      if (metric === 'up') continue;
      const found = series.filter((one) => one.metric === metric);
      assert.ok(found.length > 0, `${where} is about ${metric}`);
      for (const label of labels.filter((name) => !added.includes(name))) {
        assert.ok(label in (found[0]?.labels ?? {}), `${where} is about ${metric}{${label}}`);
      }
      for (const [label, value] of Object.entries(values).filter(([name]) => !added.includes(name))) {
        assert.ok(
          found.some(({ labels }) => labels[label] === value),
          `${where} is about ${metric}{${label}="${value}"}`,
        );
      }
    }
  }

  it('has a line in the table for every metric, and no other', () => {
    const table = new Set([...docs.matchAll(/^\| `(watchbill_\w+)/gm)].map(([, name]) => name));
    const all = new Set(
      shown.flatMap((text) => [...text.matchAll(/^# TYPE (watchbill_\w+)/gm)].map(([, name]) => name)),
    );
    assert.deepEqual([...table].sort(), [...all].sort());
  });

  it('has alerts whose metrics exist before anything has failed, with their labels, so that each can fire', () => {
    for (const { alert, expr } of rules) assertServed(usesIn(expr), alert);
    const text = shown.join('\n');
    for (const failure of [
      /^watchbill_requests_total\{method="GET",route="\/oncall",status="500"\} 0$/m,
      /^watchbill_deliveries_total\{kind="chat",result="failed"\} 0$/m,
      /^watchbill_group_syncs_total\{result="failed"\} 0$/m,
      /^watchbill_transactions_retried_total\{reason="deadlock"\} 0$/m,
      /^watchbill_heartbeats_total\{result="failed"\} 0$/m,
    ]) {
      assert.match(text, failure);
    }
  });

  it('has a severity, a summary and a description for each alert, and a paragraph in the documents', () => {
    for (const { alert, labels, annotations } of rules) {
      assert.match(labels.severity, /^(critical|warning|info)$/, alert);
      assert.ok(annotations.summary && annotations.description, alert);
      assert.ok(docs.includes(`\`${alert}\``), `${alert} is not in docs/operations.md`);
    }
    const told = new Set(docs.match(/`Watchbill[A-Z]\w+`/g));
    assert.equal(told.size, rules.length, 'docs/operations.md tells of an alert that does not exist');
  });

  it('has only metrics that exist on the dashboard, with their labels', async () => {
    const { panels } = JSON.parse(await readFile('deploy/grafana/dashboard.json', 'utf8')) as { panels: Panel[] };
    const drawn = panels.filter(({ targets }) => targets !== undefined);
    assert.ok(drawn.length > 10);
    for (const { title, targets = [] } of drawn) for (const { expr } of targets) assertServed(usesIn(expr), title);
  });

  it('names all kinds of work', async () => {
    const kinds = WORK_KINDS.map((kind) => kind.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
    const [line = ''] = /^\| `watchbill_worker_lag_seconds.*$/m.exec(docs) ?? [];
    const [, , meaning = ''] = line.split('|');
    assert.deepEqual([...meaning.matchAll(/`(\w+)`/g)].map(([, kind]) => kind).sort(), kinds.toSorted());
    const shownKinds = [...(shown[0] ?? '').matchAll(/^watchbill_worker_lag_seconds\{kind="(\w+)"\}/gm)];
    assert.deepEqual(shownKinds.map(([, kind]) => kind).sort(), kinds.toSorted());
    const numbers = ['ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen'];
    const said = /There are (\w+) kinds of work/.exec(await readFile('docs/architecture.md', 'utf8'))?.[1] ?? '';
    assert.equal(numbers.indexOf(said) + 10, WORK_KINDS.length, said);
  });
});
