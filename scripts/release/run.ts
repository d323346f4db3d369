/**
 * `npm run release`: makes everything that is published, in release/, of the commit that is checked out. It works in a clone of its own, with packages
 * that npm installs anew: an edited file of this checkout or of its packages does not get in. The same commit gives the same bytes.
 *
 *   npm run release
 *   npm run release -- --without-deb                       where there is no dpkg-deb
 *   WATCHBILL_RELEASE_KEY=watchbill.key npm run release    signs SHA256SUMS with this key of minisign
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { commit, project, ROOT, uncommitted } from './checkout.ts';
import { type SecretKey, secretKeyIn } from './minisign.ts';
import { signSums } from './sums.ts';

const WITHOUT_DEB = '--without-deb';

const options = process.argv.slice(2);
const problems = [...unknownOptions(), ...missingTools(), ...checkoutProblems()];
const key = readKey();
if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  process.exitCode = 1;
} else {
  release(join(ROOT, 'release'));
}

function unknownOptions(): string[] {
  return options
    .filter((option) => option !== WITHOUT_DEB)
    .map((option) => `There is no option "${option}"; there is ${WITHOUT_DEB}.`);
}

function missingTools(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const needed = {
    git: 'git',
    npm: 'npm',
    tar: 'tar',
    ...(options.includes(WITHOUT_DEB) ? {} : { 'dpkg-deb': 'dpkg' }),
  };
  return Object.entries(needed)
    .filter(([tool]) => !folders.some((folder) => existsSync(join(folder, tool))))
    .map(([tool, debian]) => {
      const way = tool === 'dpkg-deb' ? `; or make no .deb: npm run release -- ${WITHOUT_DEB}` : '';
      return `A release needs ${tool}, which is not on this machine (in Debian, it is in the package ${debian})${way}.`;
    });
}

function checkoutProblems(): string[] {
  try {
    const changes = uncommitted();
    return changes === ''
      ? []
      : [`A release is made from a clean checkout. These files are not committed:\n${changes}`];
  } catch {
    return ['A release is made from a checkout of git, which this folder is not.'];
  }
}

/** Before anything is made, and once: it may come from a pipe. */
function readKey(): SecretKey | undefined {
  const { WATCHBILL_RELEASE_KEY: path = '' } = process.env;
  if (path === '') return undefined;
  try {
    return secretKeyIn(readFileSync(path, 'utf8'));
  } catch (error) {
    problems.push(`WATCHBILL_RELEASE_KEY is "${path}": ${(error as Error).message}.`);
    return undefined;
  }
}

function release(target: string): void {
  console.log(`Watchbill ${project.version}, commit ${commit()}`);
  const work = mkdtempSync(join(tmpdir(), 'watchbill-release-'));
  try {
    const made = join(work, 'release');
    mkdirSync(made);
    make(join(work, 'clone'), made);
    if (key === undefined) console.warn('SHA256SUMS is not signed: WATCHBILL_RELEASE_KEY names no key.');
    else signSums(made, key);
    rmSync(target, { recursive: true, force: true });
    cpSync(made, target, { recursive: true });
  } finally {
    rmSync(work, { recursive: true });
  }
  console.log(`The release is in ${target}`);
}

function make(clone: string, target: string): void {
  const inClone = (program: string, ...words: string[]) =>
    execFileSync(program, words, { cwd: clone, env: environment(clone), stdio: ['ignore', 'inherit', 'inherit'] });
  execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', ROOT, clone]);
  inClone('git', 'checkout', '--quiet', '--detach', commit());
  // Scripts of packages do not run. What npm is told to leave out elsewhere is needed here.
  inClone('npm', 'ci', '--silent', '--ignore-scripts', '--include=dev', '--include=optional');
  inClone('npm', 'run', '--silent', 'build');
  inClone('node', 'scripts/release/make.ts', target, ...options);
}

/** The Node and the programs of the clone, not those of this checkout. Other processes do not learn where the key is. */
function environment(clone: string): NodeJS.ProcessEnv {
  const { WATCHBILL_RELEASE_KEY: _key, NODE_OPTIONS: _options, PATH = '', ...rest } = process.env;
  const others = PATH.split(delimiter).filter((folder) => !folder.endsWith(join('node_modules', '.bin')));
  const folders = [join(clone, 'node_modules/.bin'), ...others, dirname(process.execPath)];
  return { ...rest, PATH: folders.join(delimiter) };
}
