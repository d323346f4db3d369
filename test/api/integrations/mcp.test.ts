import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Person, PUBLIC_URL, startWatchbill, succeeded } from '../../support/drivers/api.ts';
import { createOverride, createSchedule } from '../../support/drivers/schedules.ts';
import { openSession } from '../../support/drivers/sessions.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

describeOnSqlite('[MCP-1] /mcp', (create) => {
  const { watchbill, owner, ada, viewer } = givenWatchbill(create, {
    ada: 'Ada',
    viewer: { name: 'Vera', seat: 'viewer' },
  });
  let address: string;
  let schedule: { readonly id: string };
  const clients: Client[] = [];

  before(async () => {
    const { team } = succeeded(await owner.post('/teams/', { name: 'Platform' }), 201);
    schedule = await createSchedule(owner, [ada], { team_ids: [team.id] });
    await createSchedule(owner, [], { name: 'Nobody' });
    await createOverride(owner, schedule, [owner], '2026-01-07T09:00:00Z', '2026-01-08T09:00:00Z');
    const cover = { start: '2026-01-09T09:00:00Z', end: '2026-01-10T09:00:00Z', reason: 'Dentist' };
    succeeded(await ada.post('/user/coverage_requests', cover), 201);
    address = await watchbill.app.listen({ port: 0, host: '127.0.0.1' });
  });
  after(async () => {
    for (const client of clients) await client.close();
  });

  async function agentOf(person: Person, key = person.key): Promise<Client> {
    const requestInit = { headers: { 'x-api-key': key } };
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit }));
    clients.push(client);
    return client;
  }

  async function ask(client: Client, name: string, given: Record<string, unknown> = {}) {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: given });
    const [first] = content as { text: string }[];
    if (isError) return { error: first?.text };
    const answer = JSON.parse(first?.text ?? '');
    assert.deepEqual(structuredContent, answer);
    return answer;
  }

  it('offers read-only tools', async () => {
    const { tools } = await (await agentOf(ada)).listTools();
    assert.deepEqual(tools.map(({ name }) => name).sort(), [
      'list_coverage_requests',
      'list_gaps',
      'list_my_shifts',
      'list_schedules',
      'list_shifts',
      'list_teams',
      'who_could_cover',
      'who_is_on_call',
    ]);
    for (const { name, annotations, description, inputSchema } of tools) {
      assert.equal(annotations?.readOnlyHint, true, name);
      assert.ok(description && inputSchema.type === 'object', name);
      const { page: _, per_page: __, ...fields } = inputSchema.properties ?? {};
      for (const [field, schema] of Object.entries(fields)) {
        assert.match(JSON.stringify(schema), /"(description|enum)":/, `${name} does not say what ${field} is`);
      }
    }
  });

  it('returns the same data as the API', async () => {
    const agent = await agentOf(ada);
    const interval = 'from=2026-01-06T00:00:00Z&to=2026-01-09T00:00:00Z';
    const [from, to] = ['2026-01-06T00:00:00Z', '2026-01-09T00:00:00Z'];
    const body = async (path: string) => succeeded(await ada.get(path));
    assert.deepEqual(await ask(agent, 'who_is_on_call'), await body('/oncall'));
    const at = '2026-01-07T10:00:00Z';
    assert.deepEqual(
      await ask(agent, 'who_is_on_call', { at, per_page: 1 }),
      await body(`/oncall?at=${at}&per_page=1`),
    );
    assert.deepEqual(await ask(agent, 'list_schedules', { query: 'prim' }), await body('/schedules?query=prim'));
    const teams = await ask(agent, 'list_teams', { per_page: 5 });
    assert.deepEqual(teams, await body('/teams/?per_page=5'));
    const [{ id: team_id }] = teams.teams;
    assert.deepEqual(await ask(agent, 'who_is_on_call', { team_id }), await body(`/oncall?team_id=${team_id}`));
    assert.deepEqual(
      await ask(agent, 'list_shifts', { schedule_id: schedule.id, from, to }),
      await body(`/schedules/${schedule.id}/shifts/?${interval}`),
    );
    assert.deepEqual(await ask(agent, 'list_my_shifts', { from, to }), await body(`/user/shifts?${interval}`));
    assert.deepEqual(
      await ask(agent, 'list_coverage_requests', { status: 'pending' }),
      await body('/coverage_requests/?status=pending'),
    );
    const [request] = (await body('/coverage_requests/')).coverage_requests;
    const candidates = await ask(agent, 'who_could_cover', { coverage_request_id: request.id });
    assert.deepEqual(candidates, await body(`/coverage_candidates?coverage_request_id=${request.id}`));
    assert.deepEqual(
      candidates.coverage_candidates.map(({ user }: never) => (user as { name: string }).name),
      ['Owner'],
    );
    const [start, end] = ['2026-01-05T12:00:00Z', '2026-01-05T13:00:00Z'];
    assert.deepEqual(
      await ask(agent, 'who_could_cover', { start, end, user_id: ada.id, schedule_ids: schedule.id }),
      await body(`/coverage_candidates?start=${start}&end=${end}&user_id=${ada.id}&schedule_ids=${schedule.id}`),
    );
    const { schedules, ...others } = await ask(agent, 'list_gaps', { from, to });
    assert.deepEqual(Object.keys(others), ['meta']);
    for (const schedule of schedules) assert.ok(!('shifts' in schedule));
    assert.deepEqual(
      schedules.map(({ schedule_reference, gaps }: never) => [(schedule_reference as { name: string }).name, gaps]),
      [
        ['Primary', []],
        ['Nobody', [{ start: from, end: to }]],
      ],
    );
  });

  it('explains errors to the agent', async () => {
    const agent = await agentOf(viewer);
    for (const [name, given, message] of [
      ['list_shifts', {}, /^bad_request: schedule_id is required\./],
      ['list_shifts', { schedule_id: 'sch_x' }, /^not_found: There is no schedule "sch_x"\./],
      ['who_is_on_call', { at: 'soon' }, /^bad_request: at must be /],
      ['who_is_on_call', { colour: 'red' }, /^bad_request: colour is not a known field/],
      [
        'list_gaps',
        { from: '2026-01-06T00:00:00Z', to: '2027-01-06T00:00:00Z' },
        /^unprocessable_entity: to may be at most/,
      ],
      ['who_could_cover', {}, /^forbidden: .*viewers only read/],
      ['who_could_cover', { coverage_request_id: 7 }, /^bad_request: coverage_request_id must be /],
      ['delete_schedule', {}, /^not_found: There is no tool "delete_schedule"\./],
    ] as const) {
      assert.match((await ask(agent, name, given)).error ?? '', message);
    }
  });

  it('needs a key, which may be read-only; other websites cannot use it', async () => {
    await assert.rejects(agentOf(ada, 'wb_wrong'));
    const browser = await openSession(watchbill, ada);
    const { api_key } = succeeded(await browser.post('/user/api_keys/', { name: 'Agent', read_only: true }), 201);
    const { oncall } = await ask(await agentOf(ada, api_key.key), 'who_is_on_call');
    assert.equal(oncall.length, 2);
    const headers = { cookie: browser.cookie, origin: 'https://evil.example.com', 'content-type': 'application/json' };
    const foreign = await watchbill.app.inject({ method: 'POST', url: '/mcp', headers, payload: '{}' });
    assert.equal(foreign.statusCode, 403);
  });

  type Headers = Readonly<Record<string, string>>;

  /** One request as an agent sends it, without the SDK. */
  function send(
    key: string,
    method: 'GET' | 'POST' | 'DELETE',
    payload?: string,
    more: Headers = {},
    { app } = watchbill,
  ) {
    const accept = 'application/json, text/event-stream';
    const headers = { 'x-api-key': key, accept, ...(payload && { 'content-type': 'application/json' }), ...more };
    return app.inject({ method, url: '/mcp', headers, ...(payload && { payload }) });
  }

  function callOf(name: string): object {
    return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } };
  }

  it('has no sessions, and responds to malformed messages with protocol errors', async () => {
    assert.deepEqual([(await send(ada.key, 'GET')).statusCode, (await send(ada.key, 'DELETE')).statusCode], [405, 405]);
    for (const payload of ['{}', '{"jsonrpc":"2.0","id":1,"method":"nothing"}', '"x"', 'null']) {
      const { statusCode } = await send(ada.key, 'POST', payload);
      assert.ok(statusCode >= 200 && statusCode < 500, `${payload}: ${statusCode}`);
    }
    assert.equal((await send(ada.key, 'POST', `{"x":"${'x'.repeat(1_100_000)}"}`)).statusCode, 413);
  });

  it('[BUD-5] refuses several messages in one request, and runs none of them', async () => {
    const call = callOf('who_is_on_call');
    for (const batch of [[], [call], [call, call], [{ jsonrpc: '2.0', method: 'notifications/initialized' }]]) {
      for (const version of ['2025-03-26', '2025-11-25', '2026-07-28']) {
        const answer = await send(ada.key, 'POST', JSON.stringify(batch), { 'mcp-protocol-version': version });
        assert.equal(answer.statusCode, 400, `${batch.length} in ${version}`);
        assert.deepEqual(answer.json(), {
          jsonrpc: '2.0',
          id: null,
          error: { code: -32600, message: 'Send one message in each request, not an array of messages.' },
        });
      }
    }
  });

  it('[BUD-5] counts each call for the rate limit', async () => {
    const limited = await startWatchbill(create, undefined, undefined, { rateLimit: 5 });
    try {
      const statuses: number[] = [];
      // The owner has sent one request already.
      for (let i = 0; i < 6; i++) {
        const answer = await send(limited.owner.key, 'POST', JSON.stringify(callOf('list_schedules')), {}, limited);
        statuses.push(answer.statusCode);
      }
      assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429]);
    } finally {
      await limited.stop();
    }
  });

  it('[BUD-5] refuses a foreign origin, whatever key it has', async () => {
    const call = JSON.stringify(callOf('who_is_on_call'));
    const statusFrom = async (method: 'GET' | 'POST' | 'DELETE', headers: Headers) =>
      (await send(ada.key, method, method === 'POST' ? call : undefined, headers)).statusCode;
    for (const origin of [
      'https://evil.example.com',
      `${PUBLIC_URL}:8081`,
      PUBLIC_URL.replace('http:', 'https:'),
      'null',
      'watchbill.test',
    ]) {
      for (const method of ['GET', 'POST', 'DELETE'] as const) {
        assert.equal(await statusFrom(method, { origin }), 403, `${method} from ${origin}`);
      }
    }
    assert.equal(await statusFrom('POST', { origin: PUBLIC_URL }), 200);
    assert.equal(await statusFrom('POST', {}), 200);
  });

  it('[BUD-5] refuses a name that resolves to the service, also where no public address is configured', async () => {
    const open = await startWatchbill(create, undefined, undefined, { trustsHost: true });
    try {
      const headers = { origin: 'http://rebound.example.com', host: 'rebound.example.com' };
      const call = JSON.stringify(callOf('who_is_on_call'));
      assert.equal((await send(open.owner.key, 'POST', call, headers, open)).statusCode, 403);
    } finally {
      await open.stop();
    }
  });
});
