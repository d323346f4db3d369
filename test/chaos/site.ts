/** An installation with real processes: serving nodes, a worker, and a database that may fail. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import type { DatabaseConfig } from '../../src/config/database.ts';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import type { Call } from '../support/drivers/calls.ts';
import {
  apiKeyOf,
  follow,
  listening,
  type RunningProcess,
  type ServerProcess,
  startCommand,
} from '../support/servers/server-process.ts';
import type { Answers } from './answers.ts';

export interface Site {
  readonly answers: Answers;
  /** Of all processes. */
  readonly pids: readonly number[];
  /** Of all serving nodes. */
  readonly addresses: readonly string[];
  /** Calls as the owner, with the nodes in turn. */
  readonly call: Call;
  /** Calls as another user. */
  callAs(email: string): Promise<Call>;
  /** Kills all serving nodes, as a power failure would. */
  killServer(): Promise<void>;
  killWorker(): Promise<void>;
  /** Fails if a process has ended by itself. */
  checkProcesses(): void;
  stop(): Promise<void>;
}

export async function openSite(database: DatabaseConfig, answers: Answers, nodes: number): Promise<Site> {
  const key = newApiKey();
  const complaints: string[] = [];
  let servers = await startServers();
  let worker = await startWorker();
  let requests = 0;

  function start(...words: readonly string[]): ChildProcess {
    const child = startCommand(database, words, { WATCHBILL_BOOTSTRAP_API_KEY: key });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => complaints.push(text));
    return child;
  }

  function startServers(): Promise<ServerProcess[]> {
    return Promise.all(Array.from({ length: nodes }, () => listening(start('serve', '--no-worker'))));
  }

  async function startWorker(): Promise<RunningProcess> {
    const running = follow(start('worker'));
    await running.said('"working"');
    return running;
  }

  function callWith(apiKey: string): Call {
    return (method, path, body) => {
      const address = servers[requests++ % nodes]?.address;
      return answers.request(`${address}${path}`, method, { 'x-api-key': apiKey }, body);
    };
  }

  function checkRuns({ process }: RunningProcess): void {
    const hasEnded = process.exitCode !== null || process.signalCode !== null;
    assert.ok(!hasEnded, `a process ended by itself: ${process.spawnargs.at(-1)}\n${complaints.join('')}`);
  }

  async function kill({ process, exited }: RunningProcess): Promise<void> {
    process.kill('SIGKILL');
    await exited;
  }

  return {
    answers,
    get pids() {
      return [...servers, worker].map(pidOf);
    },
    get addresses() {
      return servers.map(({ address }) => address);
    },
    call: callWith(key),
    callAs: async (email) => callWith(await apiKeyOf(database, email)),
    killServer() {
      servers.forEach(checkRuns);
      return answers.duringOutage(async () => {
        await Promise.all(servers.map(kill));
        servers = await startServers();
      });
    },
    async killWorker() {
      checkRuns(worker);
      await kill(worker);
      worker = await startWorker();
    },
    checkProcesses() {
      for (const process of [...servers, worker]) checkRuns(process);
    },
    async stop() {
      await Promise.all([...servers, worker].map(kill));
    },
  };
}

function pidOf({ process }: RunningProcess): number {
  if (process.pid === undefined) throw new Error('the process was not started');
  return process.pid;
}
