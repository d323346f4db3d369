/** A load balancer: distributes requests over several nodes, and drains a node before it is stopped. */
import type { Answers } from '../chaos/answers.ts';
import type { Call, Json } from '../support/drivers/calls.ts';

export interface Refusal {
  readonly node: string;
  /** A moment of `performance.now`. */
  readonly at: number;
  readonly what: string;
}

export interface Balancer {
  /** The number of requests to each node, by name. */
  readonly sent: ReadonlyMap<string, number>;
  /** Responses other than a success. */
  readonly refusals: readonly Refusal[];
  /** While there is no node, requests wait for one. */
  callWith(apiKey: string): Call;
  add(name: string, address: string): void;
  /** Resolves when the last request to the node has its response. */
  drain(name: string): Promise<void>;
}

interface Node {
  readonly name: string;
  readonly address: string;
  readonly underWay: Set<Promise<unknown>>;
}

export function createBalancer(answers: Answers): Balancer {
  const nodes: Node[] = [];
  const sent = new Map<string, number>();
  const refusals: Refusal[] = [];
  const waiting: ((node: Node) => void)[] = [];
  let turn = 0;

  async function request(apiKey: string, method: string, path: string, body?: object): Promise<Json> {
    const node = nodes[turn++ % nodes.length] ?? (await new Promise<Node>((resolve) => waiting.push(resolve)));
    sent.set(node.name, (sent.get(node.name) ?? 0) + 1);
    const answer = answers.request(`${node.address}${path}`, method, { 'x-api-key': apiKey }, body);
    node.underWay.add(answer);
    try {
      return await answer;
    } catch (error) {
      refusals.push({ node: node.name, at: performance.now(), what: error instanceof Error ? error.message : '' });
      throw error;
    } finally {
      node.underWay.delete(answer);
    }
  }

  return {
    sent,
    refusals,
    callWith: (apiKey) => (method, path, body) => request(apiKey, method, path, body),
    add(name, address) {
      const node = { name, address, underWay: new Set<Promise<unknown>>() };
      nodes.push(node);
      for (const resolve of waiting.splice(0)) resolve(node);
    },
    async drain(name) {
      const [node] = nodes.splice(
        nodes.findIndex((one) => one.name === name),
        1,
      );
      await Promise.allSettled(node?.underWay ?? []);
    },
  };
}
