/**
 * `npm run release:verify`: checks what `npm run release` made with the tools that people use on it. A tool that is missing is an error.
 *
 *   npm run release:verify                  every step
 *   npm run release:verify -- signature     some of them
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createFolder } from '../../../test/support/servers/child-processes.ts';
import { commit, commitIn, ROOT } from '../checkout.ts';
import { arm64 } from './arm64.ts';
import { compose } from './compose.ts';
import { container } from './container.ts';
import { debianPackage } from './debian-package.ts';
import { kubernetes } from './kubernetes.ts';
import { npx } from './npx.ts';
import { prometheus } from './prometheus.ts';
import { proxies } from './proxies.ts';
import { reproducible } from './reproducible.ts';
import { signature } from './signature.ts';
import type { Step } from './step.ts';
import { systemd } from './systemd.ts';

/** One file a step. Each stands alone. */
const STEPS: readonly Step[] = [
  signature,
  debianPackage,
  systemd,
  arm64,
  container,
  compose,
  npx,
  proxies,
  kubernetes,
  prometheus,
  reproducible,
];

const release = join(ROOT, 'release');
const wanted = process.argv.slice(2);
const steps = STEPS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const problems = [
  ...wanted
    .filter((word) => !STEPS.some(({ name }) => name === word))
    .map((word) => `There is no step "${word}"; there are ${STEPS.map(({ name }) => name).join(', ')}.`),
  ...releaseProblems(),
  ...steps.flatMap(({ name, missing }) => {
    const what = missing?.();
    return what === undefined ? [] : [`The step "${name}" cannot run: ${what}.`];
  }),
  ...missingTools(),
];

if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  process.exitCode = 1;
} else {
  const failed: string[] = [];
  const start = performance.now();
  for (const step of steps) if (!(await carryOut(step))) failed.push(step.name);
  if (failed.length > 0) process.exitCode = 1;
  const outcome = failed.length === 0 ? 'All passed' : `Failed: ${failed.join(', ')}`;
  console.log(`${outcome} (${steps.length} of ${STEPS.length} steps, ${secondsSince(start)} s, commit ${commit()})`);
}

/** Else it would say something about a release that was made before. */
function releaseProblems(): string[] {
  if (!existsSync(join(release, 'SHA256SUMS'))) return ['There is no release: run "npm run release" first.'];
  const [sources = ''] = globSync('*-source.tar.gz', { cwd: release });
  const made = commitIn(gunzipSync(readFileSync(join(release, sources))));
  return made === commit() ? [] : [`The release is of commit ${made}, not of ${commit()}: run "npm run release".`];
}

function missingTools(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const absent = steps.flatMap(({ name, needs }) =>
    Object.entries(needs)
      .filter(([command]) => !folders.some((folder) => existsSync(join(folder, command))))
      .map(([command, debian]) => ({ name, command, debian })),
  );
  if (absent.length === 0) return [];
  const packages = new Set(absent.map(({ debian }) => debian));
  return [
    ...absent.map(({ name, command }) => `The step "${name}" needs ${command}.`),
    `apt-get install --no-install-recommends ${[...packages].join(' ')}`,
  ];
}

async function carryOut(step: Step): Promise<boolean> {
  const { path: work, remove } = await createFolder('watchbill-verify-');
  const start = performance.now();
  try {
    await step.run({ release, work });
    console.log(`✔ ${step.name} (${secondsSince(start)} s)`);
    return true;
  } catch (error) {
    console.error(`✖ ${step.name} (${secondsSince(start)} s):`, error);
    return false;
  } finally {
    await remove();
  }
}

function secondsSince(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(0);
}
