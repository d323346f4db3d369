/** What is released: the commit that is checked out. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Project {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

export const project = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as Project;

/** Changes and new files that are not committed, one a line; empty: the checkout is clean. */
export function uncommitted(): string {
  return git('status', '--porcelain');
}

export function commit(): string {
  return git('rev-parse', 'HEAD');
}

/** The instant of the commit, in seconds. It is the time of every file that is made, so that the bytes do not depend on the clock. */
export function commitSeconds(): number {
  return Number(git('log', '-1', '--format=%ct'));
}

/** The commit that an archive of "git archive" was made from. It is in the header; git reads no more. */
export function commitIn(tar: Uint8Array): string {
  return execFileSync('git', ['get-tar-commit-id'], { input: tar.subarray(0, 1024), encoding: 'utf8' }).trim();
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim();
}
