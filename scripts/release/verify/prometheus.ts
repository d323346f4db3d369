/**
 * Checks deploy/prometheus and deploy/alertmanager with the tools of Prometheus, then runs them: a service fails, and the person on call in a real
 * Watchbill gets a mail; the next one after a handoff; and everyone when Watchbill is gone.
 *
 *   node scripts/release/verify/prometheus.ts
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { newApiKey } from '../../../src/secrets/api-key-format.ts';
import { startMailServer } from '../../../test/support/fakes/mail-server.ts';
import { createFolder, startChild } from '../../../test/support/servers/child-processes.ts';
import { cleanUp } from '../../../test/support/servers/clean-up.ts';
import { createSqlite } from '../../../test/support/servers/databases.ts';
import { freePort } from '../../../test/support/servers/ports.ts';
import { apiKeyOf, killed, startServer } from '../../../test/support/servers/server-process.ts';
import { needTools } from './needed-tools.ts';

/** A mail comes a few seconds after its cause: a scrape, an evaluation and the wait of a group take a second each. */
const WITHIN_MS = 60_000;

needTools({
  promtool: 'prometheus',
  prometheus: 'prometheus',
  'prometheus-alertmanager': 'prometheus-alertmanager',
  amtool: 'prometheus-alertmanager',
});
checkFiles();
await tryOut();
console.log('Prometheus and Alertmanager: the person on call gets the alert.');

function checkFiles(): void {
  const run = (tool: string, ...words: string[]) =>
    execFileSync(tool, words, { cwd: 'deploy/prometheus', stdio: 'pipe' });
  run('promtool', 'check', 'rules', 'rules.yaml', 'oncall.yaml', 'services.yaml');
  run('promtool', 'test', 'rules', 'rules.test.yaml', 'oncall.test.yaml');
  run('promtool', 'check', 'config', '--syntax-only', 'prometheus.yaml');
  run('amtool', 'check-config', '../alertmanager/alertmanager.yaml');
}

interface PrometheusConfig {
  global: object;
  alerting: { alertmanagers: readonly { static_configs: { targets: string[] }[] }[] };
  scrape_configs: { job_name: string; scheme?: string; static_configs: { targets: string[] }[] }[];
}

interface AlertmanagerConfig {
  global: object;
  route: object;
}

async function tryOut(): Promise<void> {
  await using things = new AsyncDisposableStack();
  const after = (step: () => unknown) => things.defer(() => cleanUp(step));
  const { path: folder, remove } = await createFolder('watchbill-prometheus-');
  after(remove);
  const database = await createSqlite();
  after(() => database.remove());
  const mails = await startMailServer({ hasTls: false });
  after(() => mails.stop());

  const ownerKey = newApiKey();
  const watchbill = await startServer(database.config, ownerKey);
  after(() => killed(watchbill));
  const api = clientOf(watchbill.address, ownerKey);
  const ada = (await api('POST', '/users/', { name: 'Ada', email: 'ada@example.com' })).user;
  const ben = (await api('POST', '/users/', { name: 'Ben', email: 'ben@example.com' })).user;
  const { schedule } = await api('POST', '/schedules', {
    name: 'Payments',
    external_id: 'payments-primary',
    time_zone: 'UTC',
    team_ids: [],
    layers: [
      {
        name: 'Weeks',
        rotation_start: '2026-01-05T09:00:00Z',
        concurrent_oncall_users: 1,
        shift_length: { amount: 50, unit: 'weeks' },
        user_references: [{ type: 'internal_user_id', value: ada.id }],
      },
    ],
  });

  let failures = 0;
  const service = createServer((_, response) => {
    response.setHeader('content-type', 'text/plain; version=0.0.4');
    response.end(`service_failures_ratio{oncall="payments-primary"} ${failures}\n`);
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  after(() => service.close());

  const alertmanagerPort = await freePort();
  writeFileSync(join(folder, 'alertmanager.yaml'), stringify(alertmanagerConfig(mails.url)));
  const alertmanager = startChild(
    'prometheus-alertmanager',
    [
      `--config.file=${join(folder, 'alertmanager.yaml')}`,
      `--storage.path=${join(folder, 'alerts')}`,
      `--web.listen-address=127.0.0.1:${alertmanagerPort}`,
      '--cluster.listen-address=',
    ],
    { stdio: 'ignore' },
  );
  after(() => ended(alertmanager));

  cpSync('deploy/prometheus', folder, { recursive: true });
  const targets = {
    alertmanager: `127.0.0.1:${alertmanagerPort}`,
    watchbill: new URL(watchbill.address).host,
    service: `127.0.0.1:${(service.address() as AddressInfo).port}`,
  };
  writeFileSync(join(folder, 'prometheus.yaml'), stringify(prometheusConfig(targets)));
  writeFileSync(join(folder, 'watchbill.key'), await apiKeyOf(database.config, 'owner@example.com'));
  const prometheusPort = await freePort();
  const prometheus = startChild(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${prometheusPort}`,
    ],
    { stdio: 'ignore' },
  );
  after(() => ended(prometheus));

  const mailTo = async (address: string, subject: RegExp) => {
    const giveUpAt = performance.now() + WITHIN_MS;
    for (;;) {
      const found = mails.mails.find(({ to, source }) => to.includes(address) && subject.test(source));
      if (found !== undefined) return found;
      assert.ok(
        performance.now() < giveUpAt,
        `no mail to ${address} with ${subject}; there are ${JSON.stringify(mails.mails.map(({ to }) => to))}`,
      );
      await delay(200);
    }
  };
  const query = async (expression: string): Promise<{ metric: Record<string, string> }[]> => {
    const address = `http://127.0.0.1:${prometheusPort}/api/v1/query?query=${encodeURIComponent(expression)}`;
    const answer = (await (await fetch(address)).json()) as { data: { result: { metric: Record<string, string> }[] } };
    return answer.data.result;
  };
  const comesTrue = async (what: string, holds: () => Promise<boolean>) => {
    const giveUpAt = performance.now() + WITHIN_MS;
    while (!(await holds().catch(() => false))) {
      assert.ok(performance.now() < giveUpAt, what);
      await delay(200);
    }
  };

  await comesTrue('Prometheus does not know who is on call', async () => {
    const [person] = await query('oncall:people{oncall="payments-primary"}');
    return person?.metric.email === 'ada@example.com' && person.metric.name === 'Ada';
  });
  await comesTrue('Prometheus does not see the metrics of the process', async () => {
    const found = await query(
      'watchbill_build_info * on () group_left () count(watchbill_request_duration_seconds_bucket)',
    );
    return found.length === 1;
  });

  failures = 0.5;
  await mailTo('ada@example.com', /^Subject: .*FIRING.*ServiceFails/m);

  const [start, end] = [new Date(), new Date(Date.now() + 3_600_000)].map((time) => time.toISOString());
  const userReferences = [{ type: 'internal_user_id', value: ben.id }];
  await api('POST', `/schedules/${schedule.id}/overrides/`, { start, end, user_references: userReferences });
  await mailTo('ben@example.com', /^Subject: .*FIRING.*ServiceFails/m);
  await mailTo('ada@example.com', /^Subject: .*RESOLVED.*ServiceFails/m);

  assert.ok(!mails.mails.some(({ to }) => to.includes('team@example.com')), 'somebody else got a mail');
  await killed(watchbill);
  await mailTo('team@example.com', /^Subject: .*FIRING.*ServiceFails/m);
}

function alertmanagerConfig(mailUrl: string): AlertmanagerConfig {
  const { hostname, port, username, password } = new URL(mailUrl);
  const config = parse(readFileSync('deploy/alertmanager/alertmanager.yaml', 'utf8')) as AlertmanagerConfig;
  Object.assign(config.global, {
    smtp_smarthost: `${hostname}:${port}`,
    smtp_require_tls: false,
    smtp_auth_username: decodeURIComponent(username),
    smtp_auth_password: decodeURIComponent(password),
    resolve_timeout: '5s',
  });
  Object.assign(config.route, { group_wait: '1s', group_interval: '1s' });
  return config;
}

function prometheusConfig(
  targets: Readonly<Record<'alertmanager' | 'watchbill' | 'service', string>>,
): PrometheusConfig {
  const config = parse(readFileSync('deploy/prometheus/prometheus.yaml', 'utf8')) as PrometheusConfig;
  config.global = { scrape_interval: '1s', evaluation_interval: '1s' };
  config.alerting = { alertmanagers: [{ static_configs: [{ targets: [targets.alertmanager] }] }] };
  for (const job of config.scrape_configs) {
    job.scheme = 'http';
    job.static_configs = [{ targets: [targets.watchbill] }];
  }
  config.scrape_configs.push({ job_name: 'service', static_configs: [{ targets: [targets.service] }] });
  return config;
}

function clientOf(address: string, key: string) {
  // biome-ignore lint/suspicious/noExplicitAny: the answers are those of the documented API
  return async (method: string, path: string, body: object): Promise<any> => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const response = await fetch(`${address}${path}`, { method, headers, body: JSON.stringify(body) });
    const answer = await response.json();
    assert.ok(response.ok, JSON.stringify(answer));
    return answer;
  };
}

async function ended(child: ReturnType<typeof startChild>): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
