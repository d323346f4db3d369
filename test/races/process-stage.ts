/** Two nodes on one SQLite file, each its own process: both requests are sent at the same instant. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { SAME_ORIGIN } from '../support/drivers/sessions.ts';
import { startChild } from '../support/servers/child-processes.ts';
import { nodeFlags } from '../support/servers/quick-start.ts';
import { bodyOf, type Node } from './node.ts';
import { isWork, requestOf } from './operations.ts';
import { createTrial, oneAfterTheOther, type Perform, type Side, type Stage } from './stage.ts';
import { copyToSqlite, openSqliteState } from './stored-state.ts';
import type { BuiltWorld } from './world.ts';

const PROCESS = fileURLToPath(new URL('./process.ts', import.meta.url));

/** Which one comes first is random. */
const ROUNDS = { few: 2, all: 20 };

/** Only for pairs of requests: the worker would have to run in those processes too. */
export async function openProcessStage(built: BuiltWorld): Promise<Stage> {
  const { path, remove } = await copyToSqlite(built.path);
  const starting = [startProcess(path), startProcess(path)] as const;
  const nodes = [await starting[0], await starting[1]] as const;
  const state = await openSqliteState(path);
  const trial = createTrial(built.world, nodes, state);

  async function together(perform: Perform, first: Side): ReturnType<typeof oneAfterTheOther> {
    if (first === 0) return Promise.all([perform(0), perform(1)]);
    const [b, a] = await Promise.all([perform(1), perform(0)]);
    return [a, b];
  }

  return {
    serially: (pair, first) => trial(pair, (perform) => oneAfterTheOther(perform, first)),
    atOnce: (pair, interleaving) => trial(pair, (perform) => interleaving.run(perform)),
    async interleavings(_, amount) {
      return Array.from({ length: ROUNDS[amount] }, (_, round) => {
        const likelyFirst: Side = round % 2 === 0 ? 0 : 1;
        return { name: 'two processes', likelyFirst, run: (perform: Perform) => together(perform, likelyFirst) };
      });
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
      await state.close();
      await remove();
    },
  };
}

async function startProcess(path: string): Promise<Node> {
  const child = startChild(process.execPath, [...nodeFlags(), PROCESS, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  if (child.stdout === null) throw new Error('the process has no output');
  const [address] = await once(createInterface(child.stdout), 'line');
  return {
    async perform(operation, world) {
      if (isWork(operation)) throw new Error(`${operation.name}: the processes run requests alone`);
      const { method, url, headers, body } = requestOf(operation, world, SAME_ORIGIN);
      const response = await fetch(`${address}${url}`, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: bodyOf(text) };
    },
    async stop() {
      child.stdin?.end();
      await once(child, 'exit');
    },
  };
}
