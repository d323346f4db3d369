import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { failed, succeeded } from '../../../support/drivers/api.ts';
import type { Json } from '../../../support/drivers/calls.ts';
import { addManySchedules } from '../../../support/drivers/many-schedules.ts';
import { givenWatchbill } from '../../../support/drivers/suites.ts';
import { describeOnSqlite } from '../../../support/servers/databases.ts';

const NOW = '2026-01-05T09:00:00Z';
const MONTH = 'from=2026-01-05T00:00:00Z&to=2026-02-05T00:00:00Z';
const MB = 1_000_000;

describeOnSqlite('[BUD-4] large answers', (create) => {
  const { watchbill, owner, viewer } = givenWatchbill(create, { viewer: { name: 'Vera', seat: 'viewer' } }, NOW);

  before(async () => {
    const people: { readonly id: string }[] = [];
    for (let i = 1; i <= 50; i++) {
      const person = { name: `${i} ${'é'.repeat(90)}`, email: `${i}.${'e'.repeat(200)}@example.com` };
      people.push(succeeded(await owner.post('/users/', { ...person, role: 'standard', seat: 'member' }), 201).user);
    }
    const layer = { shiftLength: { amount: 1, unit: 'hours' }, concurrentUsers: 4 };
    await addManySchedules(watchbill.services.db, { count: 100, people, nowMs: Date.parse(NOW), layer });
  });

  it('[BUD-1] are written in slices: 100 schedules with 50 people each', async () => {
    const { status, body, writtenInATurn } = await ask({ method: 'GET', url: '/schedules?per_page=100' });
    assert.equal(status, 200);
    assert.ok(body.length > 4 * MB && writtenInATurn < MB, `${writtenInATurn} of ${body.length} bytes in a turn`);
    const { schedules, meta } = JSON.parse(body);
    assert.deepEqual(meta, { total: 100, page: 1, per_page: 100 });
    for (const page of [1, 17, 100]) {
      const { schedules: one } = succeeded(await viewer.get(`/schedules?per_page=1&page=${page}`));
      assert.deepEqual([schedules[page - 1]], one);
    }
  });

  it('above 10 MB are refused with a per_page that fits: a month of 100 schedules with hourly shifts', async () => {
    const path = `/timelines/?${MONTH}`;
    const refused = await ask({ method: 'GET', url: `${path}&per_page=100` });
    assert.equal(refused.status, 422);
    assert.ok(refused.writtenInATurn < MB);
    const { code, message } = JSON.parse(refused.body).error;
    assert.equal(code, 'answer_too_large');
    const [, perPage] =
      /^The answer would have more than 10,000,000 bytes: ask with per_page=(\d+) or less, or narrow it by from, to, team_id, query\.$/.exec(
        message,
      ) ?? [];
    const fits = Number(perPage);
    assert.ok(fits > 10, message);

    const seen = new Set<string>();
    for (let page = 1; page <= Math.ceil(100 / fits); page++) {
      const { status, body, writtenInATurn } = await ask({
        method: 'GET',
        url: `${path}&per_page=${fits}&page=${page}`,
      });
      assert.equal(status, 200);
      assert.ok(body.length < 10 * MB && writtenInATurn < MB, `${writtenInATurn} of ${body.length} bytes in a turn`);
      const { timelines, users } = JSON.parse(body);
      assert.equal(timelines.length, Math.min(fits, 100 - (page - 1) * fits));
      assert.equal(users.length, 50);
      for (const { schedule_reference, shifts } of timelines) {
        seen.add(schedule_reference.id);
        assert.equal(shifts.length, 744);
      }
    }
    assert.equal(seen.size, 100);
  });

  it('[OPS-6] of MCP above 256 KB are refused, with the page that fits', async () => {
    const { answer: refusal, writtenInATurn } = await callTool('list_schedules', { per_page: 100 });
    assert.equal(refusal.result.isError, true);
    const [, perPage] = /^answer_too_large: .* per_page=(\d+) or less/.exec(refusal.result.content[0].text) ?? [];
    assert.ok(Number(perPage) > 0, refusal.result.content[0].text);
    assert.ok(writtenInATurn < MB, `${writtenInATurn} bytes in a turn`);

    const { answer } = await callTool('list_schedules', { per_page: Number(perPage) });
    assert.ok(answer.result.content[0].text.length <= 256 * 1024);
    const { body } = await ask({ method: 'GET', url: `/schedules?per_page=${perPage}` });
    assert.deepEqual(answer.result.structuredContent, JSON.parse(body));
    assert.deepEqual(JSON.parse(answer.result.content[0].text), JSON.parse(body));
  });

  async function ask({
    headers = {},
    ...request
  }: {
    method: 'GET' | 'POST';
    url: string;
    headers?: object;
    payload?: string;
  }) {
    const all = { ...request, headers: { ...headers, 'x-api-key': viewer.key } };
    const { result, writtenInATurn } = await countStringified(() => watchbill.app.inject(all));
    return { status: result.statusCode, body: result.body, writtenInATurn };
  }

  async function callTool(name: string, given: object): Promise<{ answer: Json; writtenInATurn: number }> {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const payload = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } });
    const { body, writtenInATurn } = await ask({ method: 'POST', url: '/mcp', headers, payload });
    return { answer: JSON.parse(body.slice(body.indexOf('{'))), writtenInATurn };
  }
});

describeOnSqlite('[BUD-4] an answer that is too large', (create) => {
  const options = { answerLimits: { answerBytes: 50_000 } };
  const { watchbill, owner, ada } = givenWatchbill(create, { ada: 'Ada' }, NOW, undefined, options);

  it('and has no pages says what to narrow', async () => {
    await addManySchedules(watchbill.services.db, { count: 400, people: [owner], nowMs: Date.parse(NOW) });
    const message = failed(await owner.get('/reports/hours'), 422, 'answer_too_large');
    assert.equal(message, 'The answer would have more than 50,000 bytes: narrow it by from, to, team_id, schedule_id.');
  });

  it('does not undo a change: its answer is sent', async () => {
    const start = Date.parse('2026-02-01T00:00:00Z');
    const at = (hour: number) => new Date(start + hour * 3_600_000).toISOString().replace(/[-:]|\.000/g, '');
    const events = Array.from({ length: 400 }, (_, i) =>
      ['BEGIN:VEVENT', `UID:${i}`, `DTSTART:${at(2 * i)}`, `DTEND:${at(2 * i + 1)}`, 'END:VEVENT'].join('\r\n'),
    );
    const calendar = ['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR'].join('\r\n');
    const { time_off } = succeeded(await ada.post('/user/time_off/import', { calendar }));
    assert.equal(time_off.length, 400);
    assert.ok(JSON.stringify(time_off).length > 50_000);
  });
});

/** Tells how many bytes `JSON.stringify` writes in a turn of the event loop at most. */
async function countStringified<T>(work: () => Promise<T>): Promise<{ result: T; writtenInATurn: number }> {
  const { stringify } = JSON;
  let [inThisTurn, most] = [0, 0];
  JSON.stringify = (value: unknown, ...how: never[]) => {
    const text = stringify(value, ...how);
    // Runs in the next turn, before all work that is put off from now on.
    if (inThisTurn === 0) {
      setImmediate(() => {
        inThisTurn = 0;
      });
    }
    inThisTurn += Buffer.byteLength(text ?? '');
    most = Math.max(most, inThisTurn);
    return text;
  };
  try {
    const result = await work();
    return { result, writtenInATurn: most };
  } finally {
    JSON.stringify = stringify;
  }
}
