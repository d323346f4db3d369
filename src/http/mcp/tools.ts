/** Rule MCP-1: tools for agents. A tool is a field of an operation that reads, and returns the same as the operation. */
import Type, { type TObject, type TSchema } from 'typebox';
import type { Caller } from '../../permissions.ts';
import { Body } from '../../schemas/fields.ts';

/** What an agent is told. */
export interface ToolWords<A = unknown> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Where the ids of the path come from. */
  readonly ids?: Readonly<Record<string, string>>;
  /** The part of the answer that an agent needs; absent: all of it. */
  readonly part?: (answer: A) => object;
}

export interface Tool extends ToolWords {
  readonly input: TSchema;
  /** `input` is already validated. */
  answer(caller: Caller, input: Readonly<Record<string, unknown>>): Promise<object>;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly tools: Tool[];
  }
}

export const PAGES = 'Lists come in pages: meta.total says how many there are.';

interface Readable {
  readonly query: TSchema | undefined;
  readonly params: TObject | undefined;
  readonly run: (asked: unknown) => Promise<unknown>;
}

export function toolOf(words: ToolWords, { query, params, run }: Readable): Tool {
  const names = Object.keys(params?.properties ?? {});
  const ids = names.map((name) => [name, Type.String({ description: words.ids?.[name] ?? '' })] as const);
  const { properties = {} } = (query ?? {}) as { properties?: Record<string, TSchema> };
  return {
    ...words,
    input: ids.length === 0 && query !== undefined ? query : Body({ ...properties, ...Object.fromEntries(ids) }),
    async answer(caller, input) {
      const answer = await run({ caller, params: input, query: input });
      return words.part === undefined ? (answer as object) : words.part(answer);
    },
  };
}
