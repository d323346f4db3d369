import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { RouteOptions } from 'fastify';
import { documentOf } from '../../../scripts/openapi/document.ts';
import { routesOf } from '../../../scripts/openapi/routes.ts';
import { ERRORS, type ErrorCode } from '../../../src/errors.ts';
import { VERSION } from '../../../src/process/version.ts';
import { WEBHOOK_EVENTS } from '../../../src/schemas/webhooks.ts';
import { call, failed, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

/** The contract's section 4, letter by letter. */
const CONTRACT = `
POST /schedules
DELETE /schedules/{schedule_id}
GET /schedules/{schedule_id}/shifts/
GET /schedules/{schedule_id}/chat_user_group/
PUT /schedules/{schedule_id}/chat_user_group/
PUT /schedules/{schedule_id}/chat_channels/{channel_id}
DELETE /schedules/{schedule_id}/chat_channels/{channel_id}
POST /schedules/{schedule_id}/overrides/
GET /schedules/{schedule_id}/overrides/{override_id}
DELETE /schedules/{schedule_id}/overrides/{override_id}
POST /teams/
PATCH /teams/{team_id}
DELETE /teams/{team_id}
PUT /teams/{team_id}/members/{user_id}
DELETE /teams/{team_id}/members/{user_id}
GET /user/
GET /users/{user_id}
GET /coverage_requests/{coverage_request_id}
GET /user/coverage_requests/
DELETE /user/coverage_requests/{coverage_request_id}
POST /user/coverage_requests
GET /user/shifts`
  .trim()
  .split('\n');

interface Webhook {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string }[];
  readonly requestBody: {
    readonly content: { readonly 'application/json': { readonly schema: { readonly $ref: string } } };
  };
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: string[];
  readonly security?: object[];
  readonly parameters: {
    name?: string;
    in?: string;
    required?: boolean;
    schema?: { default?: unknown };
    $ref?: string;
  }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example?: object } } };
  readonly responses: Record<string, Response>;
}

interface Response {
  readonly description?: string;
  readonly content?: Record<string, { schema: object; examples?: Record<string, object> }>;
  readonly 'x-error-codes'?: readonly string[];
  readonly $ref?: string;
}

describeOnSqlite('the documentation', (create) => {
  let watchbill: Watchbill;
  // biome-ignore lint/suspicious/noExplicitAny: the tests read it in many ways
  let document: any;
  let routes: readonly RouteOptions[];

  before(async () => {
    routes = await routesOf(async () => {
      watchbill = await startWatchbill(create);
    });
    document = succeeded(await call(watchbill.app, 'GET', '/openapi.json'));
  });
  after(() => watchbill.stop());

  function operations(): [name: string, operation: Operation][] {
    return Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, Operation>).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
    );
  }

  /** What a reference refers to; anything else is itself. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  function resolved(part: any): any {
    const path: string[] = part?.$ref?.replace('#/', '').split('/') ?? [];
    return path.length === 0 ? part : path.reduce((place, key) => place?.[key], document);
  }

  describe('GET /openapi.json', () => {
    it('is made of the routes of the service', async () => {
      assert.deepEqual(document, JSON.parse(JSON.stringify(await documentOf(routes))), 'run "npm run fix"');
    });

    it('is docs/openapi.json as it is stored, also at /docs/json, for callers with and without a key', async () => {
      const stored = await readFile(new URL('../../../docs/openapi.json', import.meta.url));
      for (const url of ['/openapi.json', '/docs/json', '/docs/json/']) {
        for (const headers of [{}, { 'x-api-key': watchbill.owner.key }]) {
          const { rawPayload } = await watchbill.app.inject({ url, headers });
          assert.ok(rawPayload.equals(stored), url);
        }
      }
    });

    it('is an OpenAPI 3.1 document of this version, with the API key header and the session cookie', () => {
      assert.deepEqual([document.openapi, document.info.version], ['3.1.0', VERSION]);
      const { type: kind, in: where, name: header } = document.components.securitySchemes.apiKey;
      assert.deepEqual([kind, where, header], ['apiKey', 'header', 'x-api-key']);
      assert.deepEqual(document.security, [{ apiKey: [] }, { bearerAuth: [] }, { cookieAuth: [] }]);
      const { type, in: place, name } = document.components.securitySchemes.cookieAuth;
      assert.deepEqual([type, place, name], ['apiKey', 'cookie', 'watchbill_session']);
    });

    it('contains every route except documentation pages, metrics, and the endpoints for Slack, agents and mail programs', () => {
      const documented = new Set(operations().map(([name]) => name));
      const missing = routes
        .filter(({ method, config }) => method !== 'HEAD' && !config?.isRefusal)
        .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
        .filter((name) => !documented.has(name) && !/^[A-Z,]+ \/(docs(\/|$)|metrics$)/.test(name));
      // Slack has to sign what it calls (slack.test.ts), an agent needs a key (mcp.test.ts), and a mail has a link (notifications.test.ts).
      assert.deepEqual(missing, [
        'GET /unsubscribe/{token}',
        'POST /unsubscribe/{token}',
        'POST /chat/slack/commands',
        'POST /chat/slack/interactions',
        'GET,POST,DELETE /mcp',
      ]);
      assert.ok(documented.size > 10);
    });

    it('[DOC-5] has every event that is sent to webhooks, with a schema of its own', () => {
      const titles = Object.entries(document.webhooks).map(([type, path]) => {
        const { operationId, parameters, requestBody } = (path as { post: Webhook }).post;
        assert.deepEqual(
          parameters.map(({ name }) => name),
          ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
        );
        const [, title = ''] =
          /^#\/components\/schemas\/(\w+)$/.exec(requestBody.content['application/json'].schema.$ref) ?? [];
        assert.deepEqual(document.components.schemas[title].properties.type.enum, [type]);
        return `${operationId} ${title}`;
      });
      assert.deepEqual(Object.keys(document.webhooks).toSorted(), [...WEBHOOK_EVENTS, 'webhook.test'].toSorted());
      assert.ok(titles.includes('onOncallChanged OncallChangedEvent'), titles.join());
    });

    it('[DOC-4] has examples of requests about the future that are accepted now and in decades', async () => {
      const example = (name: string) =>
        new Map(operations()).get(name)?.requestBody?.content['application/json'].example as object;
      const { owner } = watchbill;
      for (const now of ['2026-01-05T09:00:00Z', '2098-12-31T23:59:59Z']) {
        watchbill.at(now);
        const { schedule } = succeeded(await owner.post('/schedules', example('POST /schedules')), 201);
        for (const [path, documented] of [
          [`/schedules/${schedule.id}/overrides/`, '/schedules/{schedule_id}/overrides/'],
          ['/user/coverage_requests', '/user/coverage_requests'],
          ['/user/time_off/', '/user/time_off/'],
          [`/users/${owner.id}/time_off/`, '/users/{user_id}/time_off/'],
        ] as const)
          succeeded(await owner.post(path, example(`POST ${documented}`)), 201);
        // With its schedule, the request for cover ends: a second one for the same shifts would be refused.
        succeeded(await owner.delete(`/schedules/${schedule.id}`), 204);
      }
      watchbill.at('2026-01-05T09:00:00Z');
    });

    it('is sent compressed as the client accepts it, and again only if it has changed', async () => {
      const stored = await readFile(new URL('../../../docs/openapi.json', import.meta.url));
      const get = (headers: Record<string, string>) => watchbill.app.inject({ url: '/openapi.json', headers });
      const plain = await get({});
      const tags = new Set([plain.headers.etag]);
      for (const [accepted, encoding, decompress] of [
        ['gzip, deflate, br', 'br', brotliDecompressSync],
        ['gzip', 'gzip', gunzipSync],
      ] as const) {
        const answer = await get({ 'accept-encoding': accepted });
        assert.deepEqual([answer.headers['content-encoding'], answer.headers.vary], [encoding, 'accept-encoding']);
        assert.ok(decompress(answer.rawPayload).equals(stored));
        assert.ok(answer.rawPayload.length < stored.length / 10, `${answer.rawPayload.length} bytes`);
        tags.add(answer.headers.etag);
        const again = await get({ 'accept-encoding': accepted, 'if-none-match': `W/${answer.headers.etag}` });
        assert.deepEqual([again.statusCode, again.body], [304, '']);
        assert.deepEqual([again.headers.etag, again.headers['cache-control']], [answer.headers.etag, 'no-cache']);
      }
      assert.equal(tags.size, 3, 'each encoding has a tag of its own');
      assert.equal((await get({ 'if-none-match': '"other"' })).statusCode, 200);
    });

    it('has every operation of the contract, with the same spelling', () => {
      const documented = new Set(operations().map(([name]) => name));
      assert.deepEqual(
        CONTRACT.filter((name) => !documented.has(name)),
        [],
      );
    });

    it('names each operation with a verb and a noun, and no two alike', () => {
      const names = operations().map(([, { operationId }]) => operationId);
      assert.deepEqual(
        names.filter((name) => !/^[a-z]+([A-Z][a-z]+)+$/.test(name)),
        [],
      );
      assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length);
    });

    it('describes each operation, its responses and its errors', () => {
      for (const [name, { summary, tags, responses }] of operations()) {
        assert.match(summary, /^\S/, name);
        assert.equal(tags.length, 1, name);
        const { default: failure, ...answers } = responses;
        assert.deepEqual(failure, { $ref: '#/components/responses/Error' }, name);
        const statuses = Object.keys(answers);
        assert.ok(statuses.some((status) => /^2/.test(status)) && statuses.includes('500'), name);
        for (const [status, answer] of Object.entries(answers)) {
          assert.match(status, /^(2\d\d|304|4\d\d|50[023])$/, name);
          const { description, content } = resolved(answer);
          assert.ok(description !== undefined && description !== 'Default Response', name);
          const [body] = Object.values(content ?? {}) as { schema?: object }[];
          assert.equal(body?.schema === undefined, ['204', '304'].includes(status), name);
        }
      }
    });

    it('has the codes of each error, with an example of each, in the schema of all errors', () => {
      for (const [name, { responses }] of operations()) {
        for (const [status, answer] of Object.entries(responses)) {
          if (!/^[45]/.test(status)) continue;
          const { 'x-error-codes': codes = [], description = '', content = {} } = resolved(answer);
          const { schema, examples = {} } = content['application/json'];
          assert.deepEqual(schema, resolved(responses.default).content?.['application/json']?.schema, name);
          assert.deepEqual([codes.length > 0, Object.keys(examples)], [true, codes], name);
          for (const code of codes) {
            const { status: ofCode, message } = ERRORS[code as ErrorCode];
            assert.equal(String(ofCode), status, name);
            assert.ok(description.includes(`\`${code}\`: ${message}`), name);
            const { error } = resolved(examples[code]).value;
            assert.deepEqual(error, { code, status: ofCode, message, docs_url: `/docs/errors#${code}` });
          }
        }
      }
    });

    it('has all codes as an open set', () => {
      const { error } = resolved(document.components.responses.Error.content['application/json'].schema).properties;
      const { code } = resolved(error).properties;
      assert.deepEqual([code.type, code['x-extensible-enum']], ['string', Object.keys(ERRORS)]);
      assert.equal(code.enum, undefined);
    });

    it('declares each parameter of a path, and requires no parameter that has a default', () => {
      for (const [name, { parameters }] of operations()) {
        const inPath = parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name);
        assert.deepEqual(
          inPath.sort(),
          [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter).sort(),
          name,
        );
        for (const { required, schema } of parameters) assert.ok(!required || schema?.default === undefined, name);
      }
    });

    it('has no dangling references', () => {
      const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
      assert.ok(references.length > 0);
      for (const path of new Set(references)) {
        const target = path.split('/').reduce((part, key) => part?.[key], document);
        assert.ok(target !== undefined, path);
      }
    });

    it('is right about which operations need a key', async () => {
      for (const [name, { security }] of operations()) {
        const [method, path = ''] = name.split(' ');
        const answer = await call(watchbill.app, method as 'GET', path.replaceAll(/[{}]/g, ''));
        // Routes without a key that change something are protected against CSRF: csrf.test.ts.
        if (path.includes('{token}')) failed(answer, 404, 'not_found');
        else if (security?.length === 0 && method === 'GET') assert.equal(answer.status, 200, name);
        else if (security?.length === 0) failed(answer, 403, 'forbidden');
        else failed(answer, 401, 'unauthorized');
      }
    });
  });

  describe('GET /docs', () => {
    for (const path of ['/docs', '/docs/']) {
      it(`${path} is a page that loads nothing from elsewhere`, async () => {
        const page = await watchbill.app.inject(path);
        assert.match(String(page.headers['content-type']), /^text\/html/);
        const parts = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, part = '']) => part);
        assert.equal(parts.length, 5);
        for (const part of parts) {
          assert.match(part, /^\/docs\//);
          assert.equal((await watchbill.app.inject(part)).statusCode, 200, part);
        }
        assert.doesNotMatch(page.body, /<script(?![^>]* src=)|<style| style=/);
      });
    }

    it('lets calls be tried with a session, since they carry the header of our pages', async () => {
      const { body } = await watchbill.app.inject('/docs/swagger-initializer.js');
      const options: { requestInterceptor?: (request: object) => object }[] = [];
      runInNewContext(body, { SwaggerUIBundle: (one: object) => options.push(one) });
      const sent = options[0]?.requestInterceptor?.({ headers: { accept: 'text/csv' } });
      assert.deepEqual(sent, { headers: { accept: 'text/csv', 'x-watchbill-request': '1' } });
    });

    it('has a security policy of its own, without inline styles and scripts', async () => {
      const policyOf = async (path: string) =>
        String((await watchbill.app.inject(path)).headers['content-security-policy']);
      for (const path of ['/docs', '/docs/errors', '/docs/index.html']) {
        const policy = await policyOf(path);
        assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;/);
        assert.doesNotMatch(policy, /unsafe|https?:|upgrade-insecure-requests/);
      }
      for (const path of ['/healthz', '/docs/swagger-ui-bundle.js', '/docs/none.html'])
        assert.equal(await policyOf(path), "default-src 'none'; frame-ancestors 'none'");
    });

    it('has no other files: neither source maps nor the compressed copies', async () => {
      for (const name of [
        'none',
        'none.html',
        'swagger-ui-bundle.js.map',
        'swagger-ui.css.br',
        '..%2fweb%2findex.html',
      ]) {
        const answer = await watchbill.app.inject(`/docs/${name}`);
        failed({ status: answer.statusCode, body: answer.json(), headers: answer.headers }, 404, 'not_found');
      }
    });
  });

  describe('GET /docs/errors', () => {
    it('has an anchor for every error code, where docs_url points', async () => {
      const page = await watchbill.app.inject('/docs/errors');
      assert.equal(page.statusCode, 200);
      for (const [code, { status, message }] of Object.entries(ERRORS)) {
        assert.match(page.body, new RegExp(`<section id="${code}">[^]*?<strong>${status}</strong> · ${message}</p>`));
      }
      assert.doesNotMatch(page.body, /`/);
    });
  });
});
