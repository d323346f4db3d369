import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { addKey, type Person, succeeded } from '../../support/drivers/api.ts';
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
    schedule = await createSchedule(owner, [ada]);
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
      'who_could_cover',
      'who_is_on_call',
    ]);
    for (const { name, annotations, description, inputSchema } of tools) {
      assert.equal(annotations?.readOnlyHint, true, name);
      assert.ok(description && inputSchema.type === 'object', name);
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

  it('has no sessions, and responds to malformed messages with protocol errors', async () => {
    const key = await addKey(watchbill.services, ada.id);
    const send = (method: 'GET' | 'POST' | 'DELETE', payload?: string) => {
      const accept = 'application/json, text/event-stream';
      const headers = { 'x-api-key': key, accept, ...(payload && { 'content-type': 'application/json' }) };
      return watchbill.app.inject({ method, url: '/mcp', headers, ...(payload && { payload }) });
    };
    assert.deepEqual([(await send('GET')).statusCode, (await send('DELETE')).statusCode], [405, 405]);
    for (const payload of ['{}', '[]', '{"jsonrpc":"2.0","id":1,"method":"nothing"}', '"x"', 'null']) {
      const { statusCode } = await send('POST', payload);
      assert.ok(statusCode >= 200 && statusCode < 500, `${payload}: ${statusCode}`);
    }
    assert.equal((await send('POST', `{"x":"${'x'.repeat(1_100_000)}"}`)).statusCode, 413);
  });
});
