/**
 * Builds deploy/kubernetes with kustomize, and compares the result with the models of Kubernetes. No cluster is needed.
 *
 *   node scripts/release/verify/kubernetes.ts
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';
import { type Manifest, problemsIn } from '../../../test/support/drivers/kubernetes-models.ts';
import { needTools } from './needed-tools.ts';

needTools({ kubectl: 'kubernetes-client' });
const built = execFileSync('kubectl', ['kustomize', 'deploy/kubernetes'], { encoding: 'utf8' });
const manifests = parseAllDocuments(built).map((document) => document.toJS() as Manifest);
assert.ok(manifests.length > 4, built);
assert.deepEqual((await Promise.all(manifests.map(problemsIn))).flat(), []);
console.log(`Kubernetes: kustomize makes ${manifests.length} manifests that fit the models.`);
