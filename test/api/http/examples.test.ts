/** Rule DOC-4: the examples of the API document, sent as they are by somebody who is signed in. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Answer } from '../../support/drivers/answer.ts';
import { openSession } from '../../support/drivers/sessions.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

/** Reads that cannot succeed with what the document says, and why. */
const NOT_TRIED: Readonly<Record<string, string>> = {
  streamEvents: 'a stream has no end',
  getCalendar: 'its token is a secret that is shown once',
  previewDeactivation: 'nobody may deactivate themselves',
  getChatUserGroup: 'no chat is connected',
};

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly example?: string;
  readonly examples?: Readonly<Record<string, { readonly value: string }>>;
}

interface Documented {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: object }>> };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
}

/** An operation with its examples. */
interface Call {
  readonly operationId: string;
  readonly method: Method;
  readonly path: string;
  readonly query: string;
  readonly body: object | undefined;
}

describeOnSqlite('the examples of the API document', (create) => {
  const { watchbill, owner } = givenWatchbill(create);

  it('[DOC-4] create, read, change and delete, one after another', async () => {
    const shown = await watchbill.app.inject({ url: '/docs/json', headers: { 'x-api-key': owner.key } });
    const calls = callsIn(shown.json());
    const withBody = calls.filter(({ body }) => body !== undefined);
    // A schedule before its overrides.
    const creations = withBody.filter(({ method }) => method === 'post').toSorted((a, b) => depthOf(a) - depthOf(b));
    const reads = calls.filter(({ method, operationId }) => method === 'get' && !(operationId in NOT_TRIED));
    const changes = withBody.filter(({ method }) => method !== 'post');
    const deletions = creations.toReversed().map(({ path, operationId }) => {
      const undoes = (call: Call) => call.method === 'delete' && listOf(call.path) === withoutSlash(path);
      return calls.find(undoes) ?? assert.fail(`nothing deletes what ${operationId} creates`);
    });
    assert.ok(creations.length > 5 && reads.length > 50 && changes.length > 5);

    const send = await signedIn();
    const refused: string[] = [];
    for (const call of [...creations, ...reads, ...changes, ...deletions]) {
      const { status, body } = await send(call);
      if (status >= 300) refused.push(`${call.operationId}: ${status} ${JSON.stringify(body)}`);
    }
    assert.deepEqual(refused, []);
  });

  /** Sends calls of the owner. An id in a path is that of what was created there, or of the first in its list. */
  async function signedIn(): Promise<(call: Call) => Promise<Answer>> {
    const browser = await openSession(watchbill, owner);
    const created = new Map<string, string>();
    return async ({ method, path, query, body }) => {
      const [start = '', ...others] = path.split(/\{\w+\}/);
      let url = start;
      for (const part of others) {
        const list = withoutSlash(url);
        url += `${created.get(list) ?? idIn(await browser.get(list))}${part}`;
      }
      const answer = await browser[method](url + query, body);
      if (answer.status === 201) created.set(withoutSlash(url), idIn(answer));
      return answer;
    };
  }
});

function callsIn({ paths }: Document): Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => ({
      operationId,
      method: method as Method,
      path,
      query: queryOf(parameters),
      body: requestBody?.content['application/json']?.example,
    })),
  );
}

function queryOf(parameters: readonly Parameter[]): string {
  const values = parameters.flatMap(({ name, in: place, example, examples = {} }) => {
    const value = example ?? Object.values(examples)[0]?.value;
    return place === 'query' && value !== undefined ? [[name, value]] : [];
  });
  return values.length === 0 ? '' : `?${new URLSearchParams(values)}`;
}

/** The id of the thing, or of the first in the list. */
function idIn({ body }: Answer): string {
  const things = Object.values(body).flat() as { readonly id?: string }[];
  return things.find(({ id }) => id !== undefined)?.id ?? assert.fail(`no id in ${JSON.stringify(body)}`);
}

/** `/teams` for `/teams/{team_id}` */
function listOf(path: string): string {
  return withoutSlash(path.replace(/\{\w+\}$/, ''));
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}

function depthOf({ path }: Call): number {
  return path.split('/').length;
}
