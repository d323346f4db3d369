/** What every operation can answer: its own responses with their headers, and errors. */
import { ErrorBody } from '../../schemas/fields.ts';
import { named } from './components.ts';
import { headersFor, ON_EVERY_ANSWER } from './headers.ts';

/** The plugin's text for a response without a description. */
const UNDESCRIBED = 'Default Response';

export interface Document {
  readonly components: { schemas: Record<string, unknown>; responses?: Record<string, Answer> };
  readonly paths: Record<string, Record<string, Operation>>;
  readonly webhooks?: unknown;
}

export interface Operation {
  readonly summary?: string;
  description?: string;
  readonly security?: readonly object[];
  parameters?: { name?: string; in?: string; required?: boolean; schema?: { default?: unknown }; $ref?: string }[];
  requestBody?: { required?: boolean; content?: Record<string, { schema?: { default?: unknown } }> };
  readonly responses: Record<string, Answer>;
}

export interface Answer {
  description?: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, { schema?: { properties?: object } }>;
  $ref?: string;
}

/** Adds the response that all operations share. */
export function errorResponse(schemas: Record<string, unknown>): Answer {
  return {
    description: 'The request failed: the error says why.',
    headers: headersFor([...ON_EVERY_ANSWER, 'retry-after']),
    content: named({ 'application/json': { schema: ErrorBody } }, schemas) as Answer['content'] & {},
  };
}

export function complete(operation: Operation): void {
  for (const answer of Object.values(operation.responses)) {
    if (answer.description === UNDESCRIBED) answer.description = operation.summary ?? 'Done';
    const own = [...Object.keys(answer.headers ?? {}), ...(isList(answer) ? ['link'] : [])];
    answer.headers = headersFor([...ON_EVERY_ANSWER, ...own]);
  }
  operation.responses.default = { $ref: '#/components/responses/Error' };
  // A parameter with a default is always present for the handler, so its schema says "required"; callers may omit it.
  for (const parameter of operation.parameters ?? []) {
    if (parameter.schema?.default !== undefined) parameter.required = false;
  }
  const { requestBody } = operation;
  if (requestBody?.content?.['application/json']?.schema?.default !== undefined) requestBody.required = false;
  operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/ApiVersion' }];
}

function isList({ content }: Answer): boolean {
  return 'meta' in (content?.['application/json']?.schema?.properties ?? {});
}
