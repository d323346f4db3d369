/**
 * Results of tools. The protocol wants each twice: as text, which is JSON inside JSON, and as an object. The SDK would write both in one go, so it
 * gets a placeholder for a large result, which is written in slices (rule BUD-1) and replaces the placeholder afterwards.
 */
import { randomUUID } from 'node:crypto';
import { nextTurn } from '../../services/shared/turns.ts';
import { type AnswerSize, answerTooLarge } from '../answers/answer-too-large.ts';
import { jsonSlices, type Written } from '../answers/json-slices.ts';

export interface LargeResult {
  /** Random, so that no data can contain it. */
  readonly placeholder: string;
  readonly slices: readonly string[];
}

export interface ToolResult {
  [field: string]: unknown;
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
}

/** A result for the SDK, or one that is written in slices. */
export async function resultOf(answer: object, size: AnswerSize, userId: string): Promise<ToolResult | LargeResult> {
  const written: Written = { bytes: 0, elementBytes: [] };
  const slices: string[] = [];
  const writing = jsonSlices(answer, written);
  for (let slice = writing.next(); ; slice = writing.next()) {
    if (written.bytes > size.maxBytes) throw answerTooLarge(size, written);
    slices.push(slice.value);
    if (slice.done) break;
    await nextTurn(userId);
  }
  const [text = ''] = slices;
  if (slices.length === 1) return { content: [{ type: 'text', text }], structuredContent: { ...answer } };
  return { placeholder: randomUUID(), slices };
}

export function isLarge(result: ToolResult | LargeResult): result is LargeResult {
  return 'slices' in result;
}

export function placeholderFor({ placeholder }: LargeResult): ToolResult {
  return { content: [{ type: 'text', text: placeholder }], structuredContent: { [placeholder]: true } };
}

/** The parts of a response in which large results replace their placeholders. One part is written in each turn. */
export async function* partsOf(
  response: string,
  large: readonly LargeResult[],
  userId: string,
): AsyncGenerator<string> {
  let rest = response;
  const inOrder = large.toSorted((a, b) => response.indexOf(a.placeholder) - response.indexOf(b.placeholder));
  for (const { placeholder, slices } of inOrder) {
    const [before = '', between = '', after = ''] = rest.split(
      new RegExp(`${placeholder}|\\{"${placeholder}":true\\}`),
    );
    yield before;
    for (const slice of slices) {
      await nextTurn(userId);
      yield JSON.stringify(slice).slice(1, -1);
    }
    yield between;
    for (const slice of slices) {
      await nextTurn(userId);
      yield slice;
    }
    rest = after;
  }
  yield rest;
}
