/** Polls `/readyz` of a node. */
import { setTimeout as wait } from 'node:timers/promises';

const ASK_INTERVAL_MS = 100;

export interface Readiness {
  /** How often the node reported that it is not ready. */
  readonly refusals: number;
  /** When it last became ready, as a moment of `performance.now`; undefined if it is not ready. */
  readonly readySince: number | undefined;
  stop(): Promise<void>;
}

/** Any status except 200 and 503 ends it, and makes `stop` fail. */
export function watchReadiness(address: string): Readiness {
  const seen = { refusals: 0, readySince: undefined as number | undefined };
  let isOver = false;

  async function watch(): Promise<void> {
    while (!isOver) {
      const { status } = await fetch(`${address}/readyz`);
      if (status === 200) {
        seen.readySince ??= performance.now();
      } else if (status === 503) {
        seen.refusals += 1;
        seen.readySince = undefined;
      } else {
        throw new Error(`/readyz answered ${status}`);
      }
      await wait(ASK_INTERVAL_MS);
    }
  }

  const watching = watch();
  watching.catch(() => undefined);
  return Object.assign(seen, {
    async stop() {
      isOver = true;
      await watching;
    },
  });
}
