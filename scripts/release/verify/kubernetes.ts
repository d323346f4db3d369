/** kubectl builds deploy/kubernetes with kustomize, and the result fits the models of Kubernetes. No cluster is needed. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { type Manifest, problemsIn } from '../../../test/support/drivers/kubernetes-models.ts';
import { ROOT } from '../checkout.ts';
import { run, type Step } from './step.ts';

const KINDS = ['ConfigMap', 'Deployment', 'Deployment', 'Ingress', 'PodDisruptionBudget', 'Service'];

export const kubernetes: Step = {
  name: 'kubernetes',
  needs: { kubectl: 'kubernetes-client' },
  async run() {
    const built = run('kubectl', ['kustomize', join(ROOT, 'deploy/kubernetes')]);
    const manifests = parseAllDocuments(built).map((document) => document.toJS() as Manifest);
    assert.deepEqual(manifests.map(({ kind }) => kind).sort(), KINDS);
    for (const { metadata } of manifests) assert.equal(metadata.namespace, 'watchbill', metadata.name);
    assert.deepEqual((await Promise.all(manifests.map(problemsIn))).flat(), []);
  },
};
