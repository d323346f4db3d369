/** Events in the outbox. They do not change. An event that cannot be read must not block those behind it. */
import { isObject, parsedJson } from '../shared/stored-values.ts';

export interface EventMessage {
  readonly type: string;
  readonly timestamp: string;
  readonly data: object;
}

/** Undefined if the text is not an event. */
export function readEventMessage(json: string): EventMessage | undefined {
  const value = parsedJson(json);
  if (!isObject(value)) return undefined;
  const { type, timestamp, data } = value;
  if (typeof type !== 'string' || typeof timestamp !== 'string' || !isObject(data)) return undefined;
  return { type, timestamp, data };
}

/** The body of the request: the same bytes for every attempt. Tests have no number: for an endpoint, they would be gaps or duplicates. */
export function eventBody({ type, timestamp, data }: EventMessage, sequence: number | undefined): string {
  return JSON.stringify({ type, timestamp, sequence, data });
}
