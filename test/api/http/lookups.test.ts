/** Rule TRU-6: a script asks for exactly what it means, and gets all of it. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { newApiKey } from '../../../src/secrets/api-key-format.ts';
import type { Answer } from '../../support/drivers/answer.ts';
import { callFrom, clientFrom, failed, succeeded } from '../../support/drivers/api.ts';
import { createSchedule } from '../../support/drivers/schedules.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { createSqlite, describeOnBothDatabases } from '../../support/servers/databases.ts';

describeOnBothDatabases('[TRU-6] lists', (create) => {
  const { owner, ada } = givenWatchbill(create, { ada: 'Ada' });
  const names = ['Primary', 'primary', 'Primary 2', 'Pr_mary', 'Écluse'];
  before(async () => {
    const { team } = succeeded(await owner.post('/teams/', { name: 'Primary', external_id: 'team:one' }), 201);
    succeeded(await owner.post('/teams/', { name: 'Primary too' }), 201);
    for (const [i, name] of names.entries()) {
      await createSchedule(owner, [ada], { name, external_id: `file:${i}`, ...(i === 0 && { team_ids: [team.id] }) });
    }
    const { id } = await createSchedule(owner, [ada], { name: 'Primary', external_id: 'file:gone' });
    succeeded(await owner.delete(`/schedules/${id}`), 204);
  });

  /** The names in the answers of both lists of schedules, which must agree. */
  async function found(query: Record<string, string>): Promise<string[]> {
    const text = new URLSearchParams(query);
    const { schedules, meta } = succeeded(await owner.get(`/schedules?${text}`));
    const { oncall, meta: sameMeta } = succeeded(await owner.get(`/oncall?${text}`));
    const all = schedules.map(({ name }: { name: string }) => name);
    assert.deepEqual(
      oncall.map(({ schedule_reference: { name } }: { schedule_reference: { name: string } }) => name),
      all,
    );
    assert.deepEqual([meta.total, sameMeta.total], [all.length, all.length]);
    return all;
  }

  it('are filtered by the whole name, in the same case', async () => {
    for (const name of names) assert.deepEqual(await found({ name }), [name]);
    for (const name of ['', 'Prim', 'PRIMARY', '%', 'Primary ', "'"]) assert.deepEqual(await found({ name }), []);
  });

  it('are filtered by the external id, together with other filters', async () => {
    assert.deepEqual(await found({ external_id: 'file:1' }), ['primary']);
    assert.deepEqual(await found({ external_id: 'file:1', name: 'primary' }), ['primary']);
    assert.deepEqual(await found({ external_id: 'file:1', name: 'Primary' }), []);
    for (const external_id of ['file:gone', 'FILE:1', 'file:', '']) assert.deepEqual(await found({ external_id }), []);
    const [team] = succeeded(await owner.get('/teams/?external_id=team:one')).teams;
    assert.deepEqual(await found({ name: 'Primary', team_id: team.id }), ['Primary']);
    assert.deepEqual(await found({ name: 'primary', team_id: team.id }), []);
  });

  it('of teams are filtered in the same way', async () => {
    const teams = async (query: string) =>
      succeeded(await owner.get(`/teams/?${query}`)).teams.map(({ name }: { name: string }) => name);
    assert.deepEqual(await teams('name=Primary'), ['Primary']);
    assert.deepEqual(await teams('name=primary'), []);
    assert.deepEqual(await teams('name=Primary&external_id=team:one&mine=true'), ['Primary']);
    assert.deepEqual(await teams('external_id=team:two'), []);
  });

  it('refuse a text that no resource can have', async () => {
    for (const path of ['/schedules', '/oncall', '/teams/']) {
      failed(await owner.get(`${path}?name=${'x'.repeat(61)}`), 400, 'bad_request');
      failed(await owner.get(`${path}?external_id=${'x'.repeat(101)}`), 400, 'bad_request');
    }
  });

  it('link to all their pages', async () => {
    const visited: string[] = [];
    let path: string | undefined = '/oncall?per_page=2&at=2026-01-05T09%3A00%3A00%2B01%3A00';
    while (path !== undefined) {
      const answer: Answer = await owner.get(path);
      for (const { schedule_reference } of succeeded(answer).oncall) visited.push(schedule_reference.name);
      path = linkIn(answer, 'next', path);
    }
    assert.deepEqual(visited, names);
    const second = await owner.get('/oncall?page=2&per_page=2');
    assert.equal(
      second.headers.link,
      '<?page=1&per_page=2>; rel="first", <?page=1&per_page=2>; rel="prev", <?page=3&per_page=2>; rel="next", <?page=3&per_page=2>; rel="last"',
    );
    const beyond = await owner.get('/schedules?page=9&per_page=2&name=');
    assert.equal(linkIn(beyond, 'prev', '/schedules'), '/schedules?page=1&per_page=2&name=');
    assert.equal((await owner.get('/oncall')).headers.link, '<?page=1>; rel="first", <?page=1>; rel="last"');
    assert.equal(linkIn(await owner.get('/users/?per_page=1'), 'next', '/users/'), '/users/?per_page=1&page=2');
  });

  /** Undefined if there is no such link. */
  function linkIn({ headers }: Answer, relation: string, path: string): string | undefined {
    const [, target] = new RegExp(`<([^>]*)>; rel="${relation}"`).exec(String(headers.link)) ?? [];
    if (target === undefined) return undefined;
    const { pathname, search } = new URL(target, `http://watchbill.example.com${path}`);
    return pathname + search;
  }
});

describe('[TRU-6] a key as a bearer token', () => {
  const { watchbill, owner, ada } = givenWatchbill(createSqlite, { ada: 'Ada' });
  const whoami = (headers: Record<string, string>) => callFrom(watchbill.app, { headers }, 'GET', '/user/');

  it('is accepted like one in x-api-key, also together with it', async () => {
    for (const headers of [
      { authorization: `Bearer ${ada.key}` },
      { authorization: `bearer  ${ada.key} ` },
      { authorization: `Bearer ${ada.key}`, 'x-api-key': ada.key },
    ]) {
      assert.equal(succeeded(await whoami(headers)).user.id, ada.id);
    }
    const client = clientFrom(watchbill.app, { headers: { authorization: `Bearer ${owner.key}` } });
    succeeded(await client.post('/teams/', { name: 'By token' }), 201);
  });

  it('is ignored if it is not a key of ours', async () => {
    for (const authorization of ['Bearer eyJhbGciOiJIUzI1NiJ9.e30.x', 'Basic YTpi', 'Bearer', '', 'wb_1']) {
      failed(await whoami({ authorization }), 401, 'unauthorized');
      assert.equal(succeeded(await whoami({ authorization, 'x-api-key': ada.key })).user.id, ada.id);
    }
  });

  it('is refused if it is unknown, or differs from the key in x-api-key', async () => {
    failed(await whoami({ authorization: `Bearer ${newApiKey()}` }), 401, 'unauthorized');
    const both = { authorization: `Bearer ${owner.key}`, 'x-api-key': ada.key };
    const refused = await whoami(both);
    assert.match(failed(refused, 400, 'bad_request'), /x-api-key and authorization contain different keys/);
    assert.ok(refused.headers['x-ratelimit-remaining'] !== undefined);
  });
});
