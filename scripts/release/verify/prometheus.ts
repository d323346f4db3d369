/**
 * The tools of Prometheus and Alertmanager accept the files in deploy/. Then they run: a service fails, and the person on call in a Watchbill of the
 * release gets a mail; the next one after a handoff; and everyone when Watchbill is gone. Prometheus evaluates every rule, and every expression of the
 * dashboard for Grafana.
 */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { newApiKey } from '../../../src/secrets/api-key-format.ts';
import { startMailServer } from '../../../test/support/fakes/mail-server.ts';
import { startChild } from '../../../test/support/servers/child-processes.ts';
import { freePort } from '../../../test/support/servers/ports.ts';
import { listening } from '../../../test/support/servers/server-process.ts';
import { ROOT } from '../checkout.ts';
import { unpackService } from './released-service.ts';
import { end, type Place, run, type Step, until } from './step.ts';

const FILES = join(ROOT, 'deploy/prometheus');
const ALERTMANAGER = join(ROOT, 'deploy/alertmanager/alertmanager.yaml');
const DASHBOARD = join(ROOT, 'deploy/grafana/dashboard.json');

/** A mail comes a few seconds after its cause: a scrape, an evaluation and the wait of a group take a second each. */
const LIMIT_MS = 60_000;

/** Metrics that a service on SQLite does not have. */
const ON_POSTGRES = /watchbill_(database_connections|clock_difference_seconds)/;

export const prometheus: Step = {
  name: 'prometheus',
  needs: {
    promtool: 'prometheus',
    prometheus: 'prometheus',
    amtool: 'prometheus-alertmanager',
    'prometheus-alertmanager': 'prometheus-alertmanager',
    'dpkg-deb': 'dpkg',
  },
  async run(place) {
    checkFiles();
    await tryOut(place);
  },
};

function checkFiles(): void {
  const check = (tool: string, ...words: string[]) => run(tool, words, { cwd: FILES });
  check('promtool', 'check', 'rules', 'rules.yaml', 'oncall.yaml', 'services.yaml');
  check('promtool', 'test', 'rules', 'rules.test.yaml', 'oncall.test.yaml');
  check('promtool', 'check', 'config', '--syntax-only', 'prometheus.yaml');
  check('amtool', 'check-config', ALERTMANAGER);
}

async function tryOut(place: Place): Promise<void> {
  await using things = new AsyncDisposableStack();
  const started = (child: ChildProcess) => {
    things.defer(() => end(child));
    return child;
  };
  const service = unpackService(place, 'watchbill');
  const ownerKey = newApiKey();
  const server = await listening(started(service.start(['serve'], { WATCHBILL_BOOTSTRAP_API_KEY: ownerKey })));
  const organization = await createOrganization(server.address, ownerKey);
  const failing = await startFailingService();
  things.defer(() => failing.stop());
  const post = await startMailServer({ hasTls: false });
  things.defer(() => post.stop());

  const alertmanager = `127.0.0.1:${await freePort()}`;
  started(startAlertmanager(place.work, alertmanager, post.url));
  const key = service.command('keys', 'create', '--email', 'owner@example.com', '--name', 'Prometheus', '--read-only');
  const watchbill = new URL(server.address).host;
  const address = `127.0.0.1:${await freePort()}`;
  started(startPrometheus(place.work, address, key, { alertmanager, watchbill, service: failing.address }));

  const mailTo = (person: string, subject: RegExp) =>
    until(`a mail to ${person} with ${subject}`, LIMIT_MS, () =>
      post.mails.some(({ to, source }) => to.includes(person) && subject.test(source)),
    );
  await until('Prometheus knows who is on call', LIMIT_MS, async () => {
    const [person] = await samplesOf(address, 'oncall:people{oncall="payments-primary"}');
    return person?.metric.email === 'ada@example.com' && person.metric.name === 'Ada';
  });
  await evaluatesEverything(address);

  failing.ratio = 0.5;
  await mailTo('ada@example.com', /^Subject: .*FIRING.*ServiceFails/m);
  await organization.handOff();
  await mailTo('ben@example.com', /^Subject: .*FIRING.*ServiceFails/m);
  await mailTo('ada@example.com', /^Subject: .*RESOLVED.*ServiceFails/m);
  assert.ok(!post.mails.some(({ to }) => to.includes('team@example.com')), 'somebody else got a mail');
  await end(server.process);
  await mailTo('team@example.com', /^Subject: .*FIRING.*ServiceFails/m);
}

/** Each rule, and each expression of the dashboard: without an error, and with a result where there are metrics. */
async function evaluatesEverything(address: string): Promise<void> {
  const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as {
    panels: readonly { title: string; targets?: readonly { expr: string }[] }[];
  };
  const drawn = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
  assert.ok(drawn.length > 20);
  for (const { title, expr } of drawn) {
    if (ON_POSTGRES.test(expr)) await samplesOf(address, expr);
    // A rate needs two scrapes.
    else await until(`"${title}" shows something`, LIMIT_MS, async () => (await samplesOf(address, expr)).length > 0);
  }
  await until('Prometheus has evaluated all rules', LIMIT_MS, async () => {
    const { groups } = await askPrometheus<{ groups: { rules: { name: string; health: string }[] }[] }>(
      address,
      'rules',
    );
    const rules = groups.flatMap((group) => group.rules);
    const failed = rules.filter(({ health }) => health === 'err').map(({ name }) => name);
    assert.deepEqual(failed, []);
    return rules.length > 15 && rules.every(({ health }) => health === 'ok');
  });
  const firing = await samplesOf(address, 'ALERTS');
  assert.deepEqual(firing, [], 'nothing is wrong yet');
}

interface Sample {
  readonly metric: Readonly<Record<string, string>>;
}

async function samplesOf(address: string, expression: string): Promise<readonly Sample[]> {
  const { result } = await askPrometheus<{ result: readonly Sample[] }>(
    address,
    `query?query=${encodeURIComponent(expression)}`,
  );
  return result;
}

async function askPrometheus<Data>(address: string, path: string): Promise<Data> {
  const answer = await fetch(`http://${address}/api/v1/${path}`);
  const { status, error, data } = (await answer.json()) as { status: string; error?: string; data: Data };
  assert.equal(error, undefined);
  assert.equal(status, 'success');
  return data;
}

/** Ada is on call for payments, until `handOff` puts Ben there. */
async function createOrganization(address: string, key: string): Promise<{ handOff(): Promise<void> }> {
  // biome-ignore lint/suspicious/noExplicitAny: the answers are those of the documented API
  const post = async (path: string, body: object): Promise<any> => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const response = await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = await response.json();
    assert.ok(response.ok, JSON.stringify(answer));
    return answer;
  };
  const { user: ada } = await post('/users/', { name: 'Ada', email: 'ada@example.com' });
  const { user: ben } = await post('/users/', { name: 'Ben', email: 'ben@example.com' });
  const referenceTo = ({ id }: { id: string }) => [{ type: 'internal_user_id', value: id }];
  const weeks = {
    name: 'Weeks',
    rotation_start: '2026-01-05T09:00:00Z',
    concurrent_oncall_users: 1,
    shift_length: { amount: 50, unit: 'weeks' },
    user_references: referenceTo(ada),
  };
  const { schedule } = await post('/schedules', {
    name: 'Payments',
    external_id: 'payments-primary',
    time_zone: 'UTC',
    team_ids: [],
    layers: [weeks],
  });
  return {
    async handOff() {
      const [start, end] = [new Date(), new Date(Date.now() + 3_600_000)].map((time) => time.toISOString());
      await post(`/schedules/${schedule.id}/overrides/`, { start, end, user_references: referenceTo(ben) });
    },
  };
}

interface FailingService {
  readonly address: string;
  /** The part of its requests that fails. */
  ratio: number;
  stop(): void;
}

async function startFailingService(): Promise<FailingService> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/plain; version=0.0.4');
    response.end(`service_failures_ratio{oncall="payments-primary"} ${service.ratio}\n`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const service = {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    ratio: 0,
    stop: () => server.close(),
  };
  return service;
}

interface AlertmanagerConfig {
  global: object;
  route: object;
}

function startAlertmanager(work: string, address: string, mailUrl: string): ChildProcess {
  const { hostname, port, username, password } = new URL(mailUrl);
  const config = parse(readFileSync(ALERTMANAGER, 'utf8')) as AlertmanagerConfig;
  Object.assign(config.global, {
    smtp_smarthost: `${hostname}:${port}`,
    smtp_require_tls: false,
    smtp_auth_username: decodeURIComponent(username),
    smtp_auth_password: decodeURIComponent(password),
    resolve_timeout: '5s',
  });
  Object.assign(config.route, { group_wait: '1s', group_interval: '1s' });
  const file = join(work, 'alertmanager.yaml');
  writeFileSync(file, stringify(config));
  const words = [
    `--config.file=${file}`,
    `--storage.path=${join(work, 'alerts')}`,
    `--web.listen-address=${address}`,
    '--cluster.listen-address=',
    '--log.level=error',
  ];
  return startChild('prometheus-alertmanager', words, { stdio: ['ignore', 'ignore', 'inherit'] });
}

interface PrometheusConfig {
  global: object;
  alerting: { alertmanagers: readonly { static_configs: { targets: string[] }[] }[] };
  scrape_configs: { job_name: string; scheme?: string; static_configs: { targets: string[] }[] }[];
}

function startPrometheus(
  work: string,
  address: string,
  key: string,
  targets: Readonly<Record<'alertmanager' | 'watchbill' | 'service', string>>,
): ChildProcess {
  const folder = join(work, 'prometheus');
  cpSync(FILES, folder, { recursive: true });
  const file = join(folder, 'prometheus.yaml');
  const config = parse(readFileSync(file, 'utf8')) as PrometheusConfig;
  config.global = { scrape_interval: '1s', evaluation_interval: '1s' };
  config.alerting = { alertmanagers: [{ static_configs: [{ targets: [targets.alertmanager] }] }] };
  for (const job of config.scrape_configs) {
    job.scheme = 'http';
    job.static_configs = [{ targets: [targets.watchbill] }];
  }
  config.scrape_configs.push({ job_name: 'service', static_configs: [{ targets: [targets.service] }] });
  writeFileSync(file, stringify(config));
  writeFileSync(join(folder, 'watchbill.key'), key);
  const words = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${join(work, 'data')}`,
    `--web.listen-address=${address}`,
    '--log.level=error',
  ];
  return startChild('prometheus', words, { stdio: ['ignore', 'ignore', 'inherit'] });
}
