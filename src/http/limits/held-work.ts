/** What an expensive request keeps until its answer is written: its place among those of the user (rule BUD-3). */
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null: nothing, or the answer is written. */
    heldUntilAnswered: (() => void)[] | null;
  }
}

/** For a service that has something to release. At once, if the request was answered meanwhile, because it took too long. */
export function holdingWork(request: FastifyRequest): (release: () => void) => void {
  const held: (() => void)[] = [];
  request.heldUntilAnswered = held;
  return (release) => {
    if (request.heldUntilAnswered === held) held.push(release);
    else release();
  };
}

/** When the answer is written, or nobody waits for it. */
export function releaseWork(request: FastifyRequest): void {
  const held = request.heldUntilAnswered;
  if (held === null) return;
  request.heldUntilAnswered = null;
  for (const release of held) release();
}
