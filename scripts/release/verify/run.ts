/**
 * `npm run release:verify`: checks what `npm run release` made with the tools that people use on it. A tool that is missing is an error.
 *
 *   npm run release:verify                  every step
 *   npm run release:verify -- signature     some of them
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ROOT } from '../checkout.ts';
import { container } from './container.ts';
import { debianPackage } from './debian-package.ts';
import { npx } from './npx.ts';
import { reproducible } from './reproducible.ts';
import { signature } from './signature.ts';
import type { Step } from './step.ts';
import { systemd } from './systemd.ts';

/** One file a step. Each stands alone. */
const STEPS: readonly Step[] = [signature, debianPackage, systemd, container, npx, reproducible];

const release = join(ROOT, 'release');
const wanted = process.argv.slice(2);
const steps = STEPS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const problems = [
  ...wanted
    .filter((word) => !STEPS.some(({ name }) => name === word))
    .map((word) => `There is no step "${word}"; there are ${STEPS.map(({ name }) => name).join(', ')}.`),
  ...(existsSync(join(release, 'SHA256SUMS')) ? [] : ['There is no release: run "npm run release" first.']),
  ...steps.flatMap(whatIsMissing),
];

if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  process.exitCode = 1;
} else {
  for (const step of steps) await carryOut(step);
}

function whatIsMissing({ name, needs, missing }: Step): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const absent = Object.entries(needs).filter(
    ([command]) => !folders.some((folder) => existsSync(join(folder, command))),
  );
  const more = missing?.();
  return [
    ...absent.map(([command, debian]) => `The step "${name}" needs ${command}: apt-get install ${debian}`),
    ...(more === undefined ? [] : [`The step "${name}" cannot run: ${more}.`]),
  ];
}

async function carryOut(step: Step): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'watchbill-verify-'));
  const start = performance.now();
  try {
    await step.run({ release, work });
    console.log(`✔ ${step.name} (${((performance.now() - start) / 1000).toFixed(0)} s)`);
  } catch (error) {
    console.error(`✖ ${step.name}: ${(error as Error).stack}`);
    process.exitCode = 1;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
