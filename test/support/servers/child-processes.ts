/**
 * Child processes and folders that never outlive the process that created them, even if it ends by an exception, a timeout or `kill -9`. A small
 * shell reads a pipe from us and keeps a list. When the pipe closes, we are gone, and it kills and removes what is still on its list.
 */
import {
  type ChildProcess,
  type ExecFileOptions,
  execFile,
  type ForkOptions,
  fork,
  type SpawnOptions,
  spawn,
} from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** It ignores signals from the terminal, since it has to outlive us. */
const SHELL = `
  trap '' INT TERM HUP QUIT
  pids=
  while read -r verb what; do
    case $verb in
      kill) pids="$pids $what" ;;
      spare) rest=; for pid in $pids; do [ "$pid" = "$what" ] || rest="$rest $pid"; done; pids=$rest ;;
      remove) set -- "$@" "$what" ;;
    esac
  done
  [ -z "$pids" ] || kill -s KILL -- $pids
  [ $# -eq 0 ] || rm -rf -- "$@"
`;

let shell: ChildProcess | undefined;

function tell(line: string): void {
  if (shell === undefined) {
    shell = spawn('sh', ['-c', SHELL], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    shell.unref();
    (shell.stdin as unknown as { unref(): void }).unref();
  }
  shell.stdin?.write(`${line}\n`);
}

/** Like Node's `spawn`. A detached child leads a process group: then the whole group ends with us. */
export const startChild = ((command: string, words: readonly string[], options: SpawnOptions = {}) =>
  tie(spawn(command, words, options), options.detached)) as typeof spawn;

/** Like Node's `fork`. */
export const forkChild = ((module: string, words: readonly string[], options?: ForkOptions) =>
  tie(fork(module, words, options))) as typeof fork;

/** Runs a command to its end. */
export const run = promisify(execFile);

/** Runs shell lines up to the first that fails. Without `--norc` bash takes the pipes of Node for a remote login, and reads its startup files. */
export function runLines(lines: string, options: ExecFileOptions) {
  return run('bash', ['--norc', '-euo', 'pipefail', '-c', lines], { ...options, encoding: 'utf8' });
}

/** A new folder, which is removed when this process ends, or earlier by `remove`. */
export async function createFolder(
  prefix: string,
  parent = tmpdir(),
): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(parent, prefix));
  tell(`remove ${path}`);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

function tie(child: ChildProcess, isGroup = false): ChildProcess {
  if (child.pid === undefined) return child;
  const target = isGroup ? -child.pid : child.pid;
  tell(`kill ${target}`);
  // Other members of a group may live on.
  if (!isGroup) child.once('exit', () => tell(`spare ${target}`));
  return child;
}
