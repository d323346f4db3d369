/** What docs/operations.md and docs/architecture.md say about metrics and alerts is what a service and a worker have. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { parse } from 'yaml';
import { WORK_KINDS } from '../../src/services/jobs/due-work.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { createPostgres, type TestDatabase } from '../support/servers/databases.ts';
import { follow, killed, listening, type RunningProcess, startCommand } from '../support/servers/server-process.ts';

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}

describe('[OPS-1] metrics and alerts in the documentation', () => {
  let place: TestDatabase;
  const processes: RunningProcess[] = [];
  let docs: string;
  /** The metrics of a node without a worker, and of a separate worker. */
  let shown: readonly string[];

  before(async () => {
    docs = await readFile('docs/operations.md', 'utf8');
    // With PostgreSQL: some metrics are about its connections and its clock.
    place = await createPostgres();
    const server = await listening(startCommand(place.config, ['serve', '--no-worker']));
    const worker = follow(startCommand(place.config, ['worker'], { WATCHBILL_METRICS_PORT: '0' }));
    processes.push(server, worker);
    const { metrics } = JSON.parse(await worker.said('"working"')) as { metrics: string };
    const addresses = [`${server.address}/metrics`, metrics];
    shown = await Promise.all(addresses.map(async (address) => (await fetch(address)).text()));
  });
  after(() => cleanUp(...processes.map((one) => () => killed(one)), () => place.remove()));

  const namesIn = (text: string) => new Set(text.match(/\bwatchbill_[a-z_]+/g));

  it('has a line in the table for every metric, and no other', () => {
    const table = new Set([...docs.matchAll(/^\| `(watchbill_\w+)/gm)].map(([, name]) => name));
    const all = new Set(
      shown.flatMap((text) => [...text.matchAll(/^# TYPE (watchbill_\w+)/gm)].map(([, name]) => name)),
    );
    assert.deepEqual([...table].sort(), [...all].sort());
  });

  it('has alerts whose metrics exist before anything has failed, so that each can fire', () => {
    const [, yaml = ''] = /```yaml\n(groups:\n.*?)```/s.exec(docs) ?? [];
    const rules = (parse(yaml) as Rules).groups.flatMap((group) => group.rules);
    assert.ok(rules.length > 0);
    for (const { alert, expr } of rules) {
      for (const name of namesIn(expr)) {
        assert.ok(
          shown.some((text) => text.includes(`\n${name}`)),
          `${alert} is about ${name}`,
        );
      }
    }
    const text = shown.join('\n');
    for (const failure of [
      /^watchbill_requests_total\{method="GET",route="\/oncall",status="500"\} 0$/m,
      /^watchbill_deliveries_total\{kind="chat",result="failed"\} 0$/m,
      /^watchbill_group_syncs_total\{result="failed"\} 0$/m,
      /^watchbill_transactions_retried_total\{reason="deadlock"\} 0$/m,
    ]) {
      assert.match(text, failure);
    }
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
