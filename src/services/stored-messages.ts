/** Messages as they are stored in the outbox. One that cannot be read must not stop those behind it. */
import type { ChatMessage } from '../chat/provider.ts';

/** Undefined when the text is not a message. */
export function readMessage(json: string): ChatMessage | undefined {
  try {
    const message = JSON.parse(json) as ChatMessage | null;
    return Array.isArray(message?.lines) && message.lines.every(isLine) ? message : undefined;
  } catch {
    return undefined;
  }
}

function isLine(line: unknown): boolean {
  return Array.isArray(line) && line.every((piece) => typeof piece === 'string' || isObject(piece));
}

function isObject(piece: unknown): boolean {
  return typeof piece === 'object' && piece !== null;
}
