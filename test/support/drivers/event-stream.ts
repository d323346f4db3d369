/** Reads a stream of server-sent events like a browser. */
import assert from 'node:assert/strict';

export interface ServerEvent {
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of all shapes
  readonly data: any;
}

export interface EventReader {
  readonly headers: Headers;
  /** The next event; undefined if the stream has ended. */
  next(): Promise<ServerEvent | undefined>;
  /** The next event of that name. */
  nextNamed(event: string): Promise<ServerEvent>;
  /** Reads until the stream ends. */
  ended(): Promise<void>;
  close(): void;
}

/** `address`: of the server, without a path. */
export async function openEvents(address: string, headers: Record<string, string>): Promise<EventReader> {
  const control = new AbortController();
  const answer = await fetch(`${address}/events`, { headers, signal: control.signal });
  assert.equal(answer.status, 200, await (answer.ok ? '' : answer.text()));
  assert.ok(answer.body !== null);
  const texts = answer.body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  let text = '';

  async function next(): Promise<ServerEvent | undefined> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const fields = new Map(text.slice(0, end).split('\n').map(fieldOf));
        text = text.slice(end + 2);
        return { event: fields.get('event') ?? 'message', data: JSON.parse(fields.get('data') ?? 'null') };
      }
      const { done, value } = await texts.next();
      if (done) return undefined;
      text += value;
    }
  }

  return {
    headers: answer.headers,
    next,
    async nextNamed(name) {
      for (;;) {
        const found = await next();
        assert.ok(found !== undefined, `the stream ended before ${name}`);
        if (found.event === name) return found;
      }
    },
    async ended() {
      while ((await next()) !== undefined);
    },
    close: () => control.abort(),
  };
}

function fieldOf(line: string): [name: string, value: string] {
  const at = line.indexOf(':');
  return [line.slice(0, at), line.slice(at + 1).trimStart()];
}
