/** The manifests in deploy/kubernetes fit Kubernetes, the Dockerfile, the command line and the settings. No cluster is needed. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, VARIABLES } from '../../src/config/config.ts';
import type { Variable } from '../../src/config/variables.ts';
import { type Manifest, problemsIn } from '../support/drivers/kubernetes-models.ts';
import { compiledCode, runSeries } from '../support/servers/server-process.ts';

const FOLDER = 'deploy/kubernetes';

/** The longest time that a process takes to stop, beside its drain time. */
const MAX_STOP_S = 12;

type Labels = Readonly<Record<string, string>>;

interface Container {
  readonly image: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom: readonly { readonly configMapRef: { readonly name: string } }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly: boolean }[];
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly startupProbe?: Probe;
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Pod {
  readonly enableServiceLinks: boolean;
  readonly automountServiceAccountToken: boolean;
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly containers: readonly [Container];
  readonly volumes: readonly { readonly name: string; readonly secret: { readonly secretName: string } }[];
}

interface Deployment extends Manifest {
  readonly spec: {
    readonly replicas: number;
    readonly selector: { readonly matchLabels: Labels };
    readonly template: { readonly metadata: { readonly labels: Labels }; readonly spec: Pod };
  };
}

describe('[OPS-3] manifests for Kubernetes', () => {
  let manifests: readonly Manifest[];
  let deployments: readonly Deployment[];
  let dockerfile: string;
  let settings: Readonly<Record<string, string>>;

  before(async () => {
    const { resources } = parse(await readFile(`${FOLDER}/kustomization.yaml`, 'utf8')) as { resources: string[] };
    const files = (await readdir(FOLDER)).filter((name) => name !== 'kustomization.yaml');
    assert.deepEqual(resources.toSorted(), files.sort());
    const texts = await Promise.all(files.map((name) => readFile(`${FOLDER}/${name}`, 'utf8')));
    manifests = texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as Manifest));
    deployments = manifests.filter((one): one is Deployment => one.kind === 'Deployment');
    dockerfile = await readFile('Dockerfile', 'utf8');
    settings = (named('ConfigMap', 'watchbill') as unknown as { data: Record<string, string> }).data;
  });

  function named(kind: string, name: string): Manifest {
    const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
    return found ?? assert.fail(`there is no ${kind} ${name}`);
  }

  it('have only keys that exist, with values of the right type', async () => {
    assert.deepEqual((await Promise.all(manifests.map(problemsIn))).flat(), []);
  });

  it('are refused with a key that does not exist, and with a value of another type', async () => {
    const broken = structuredClone(deployments[0]) as unknown as {
      kind: string;
      metadata: { name: string };
      spec: { replicas: unknown; template: { spec: { containers: Record<string, unknown>[] } } };
    };
    broken.spec.replicas = '2';
    Object.assign(broken.spec.template.spec.containers[0] ?? {}, { imagePullPolcy: 'Always', args: 'serve' });
    assert.deepEqual(await problemsIn(broken), [
      'Deployment.spec.replicas is not a number: "2"',
      'Deployment.spec.template.spec.containers[0].args is not a list',
      'Deployment.spec.template.spec.containers[0].imagePullPolcy does not exist',
    ]);
  });

  it('are two servers and a worker, with commands that exist', async () => {
    const commands = deployments.map(({ spec }) => [spec.replicas, spec.template.spec.containers[0].args.join(' ')]);
    assert.deepEqual(commands, [
      [2, 'serve --no-worker'],
      [1, 'worker'],
    ]);
    const series = deployments.map(({ spec }) => ({ words: spec.template.spec.containers[0].args }));
    // A command that does not exist gets as far as the usage, not to the settings.
    for (const { stderr } of await runSeries(series, { ...compiledCode(), DATABASE_URL: 'nowhere' })) {
      assert.match(stderr, /^DATABASE_URL is "nowhere"; allowed is /);
    }
  });

  it('run as the user of the image, who is not root, and may do and write nothing', () => {
    const [, user, group = user] = /^USER (\d+)(?::(\d+))?$/m.exec(dockerfile) ?? [];
    for (const { spec } of deployments) {
      const { securityContext, containers, automountServiceAccountToken } = spec.template.spec;
      const { runAsNonRoot, runAsUser, runAsGroup, fsGroup, seccompProfile } = securityContext;
      assert.deepEqual(
        { runAsNonRoot, runAsUser, runAsGroup, fsGroup, seccompProfile },
        {
          runAsNonRoot: true,
          runAsUser: Number(user),
          runAsGroup: Number(group),
          fsGroup: Number(group),
          seccompProfile: { type: 'RuntimeDefault' },
        },
      );
      assert.deepEqual(containers[0].securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      assert.equal(automountServiceAccountToken, false);
    }
  });

  it('set only settings that exist, to values that are allowed', () => {
    const variables: Readonly<Record<string, Variable<unknown>>> = VARIABLES;
    for (const { spec } of deployments) {
      const { enableServiceLinks, containers } = spec.template.spec;
      const [{ env, envFrom, volumeMounts }] = containers;
      assert.equal(enableServiceLinks, false, 'or Kubernetes adds variables such as WATCHBILL_PORT');
      assert.deepEqual(envFrom, [{ configMapRef: { name: 'watchbill' } }]);
      const fromFiles = env.filter(({ name }) => name.endsWith('_FILE'));
      for (const { name, value } of fromFiles) {
        assert.equal(variables[name.slice(0, -'_FILE'.length)]?.fromFile, true, name);
        assert.ok(
          volumeMounts.some(({ mountPath }) => value.startsWith(`${mountPath}/`)),
          value,
        );
      }
      const plain = env.filter((one) => !fromFiles.includes(one)).map(({ name, value }) => [name, value] as const);
      const given = { ...settings, ...Object.fromEntries(plain) };
      for (const name of Object.keys(given)) assert.ok(name in variables, name);
      const secrets = { DATABASE_URL: 'postgres://watchbill@postgres/watchbill', WATCHBILL_SECRET: 'x'.repeat(32) };
      assert.deepEqual(
        fromFiles.map(({ name }) => name).sort(),
        Object.keys(secrets).map((name) => `${name}_FILE`),
      );
      readConfig({ ...given, ...secrets });
    }
  });

  it('take secrets from the secret that the comment creates', async () => {
    const comment = await readFile(`${FOLDER}/kustomization.yaml`, 'utf8');
    const keys = [...comment.matchAll(/--from-literal=([\w-]+)=/g)].map(([, key]) => key);
    assert.ok(comment.includes('create secret generic watchbill '));
    for (const { spec } of deployments) {
      const { volumes, containers } = spec.template.spec;
      assert.deepEqual(
        volumes.map(({ secret }) => secret.secretName),
        ['watchbill'],
      );
      const read = containers[0].env.flatMap(({ name, value }) =>
        name.endsWith('_FILE') ? value.split('/').at(-1) : [],
      );
      assert.deepEqual(read.sort(), keys.toSorted());
    }
  });

  it('wait long enough for a process to stop', () => {
    const drainS = Number(settings.WATCHBILL_DRAIN_SECONDS);
    for (const { spec } of deployments) {
      assert.ok(spec.template.spec.terminationGracePeriodSeconds >= drainS + MAX_STOP_S);
    }
  });

  it('have probes and ports that the processes serve', () => {
    const [server, worker] = deployments.map(({ spec }) => spec.template.spec.containers[0]);
    assert.ok(server !== undefined && worker !== undefined);
    const port = Number(/^ +PORT=(\d+)/m.exec(dockerfile)?.[1]);
    assert.deepEqual(server.ports, [{ name: 'http', containerPort: port }]);
    const probes = [server.startupProbe, server.livenessProbe, server.readinessProbe].map((probe) => probe?.httpGet);
    const paths = ['/healthz', '/healthz', '/readyz'];
    assert.deepEqual(
      probes,
      paths.map((path) => ({ path, port: 'http' })),
    );
    const metricsPort = worker.env.find(({ name }) => name === 'WATCHBILL_METRICS_PORT')?.value;
    assert.deepEqual(worker.ports, [{ name: 'metrics', containerPort: Number(metricsPort) }]);
  });

  it('select the pods that they mean', () => {
    for (const { spec } of deployments) assert.deepEqual(spec.template.metadata.labels, spec.selector.matchLabels);
    const [server] = deployments;
    const ofServers = server?.spec.selector.matchLabels;
    const service = named('Service', 'watchbill') as unknown as {
      spec: { selector: Labels; ports: { targetPort: string }[] };
    };
    assert.deepEqual([service.spec.selector, service.spec.ports[0]?.targetPort], [ofServers, 'http']);
    const budget = named('PodDisruptionBudget', 'watchbill-server') as unknown as {
      spec: { selector: { matchLabels: Labels } };
    };
    assert.deepEqual(budget.spec.selector.matchLabels, ofServers);
  });
});
