import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AnswerLimits } from '../../../../src/http/answers/counted-body.ts';
import { failed, type Person, succeeded, type Watchbill } from '../../../support/drivers/api.ts';
import { addManySchedules } from '../../../support/drivers/many-schedules.ts';
import { createSchedule } from '../../../support/drivers/schedules.ts';
import { givenWatchbill } from '../../../support/drivers/suites.ts';
import { type CreateDatabase, describeOnSqlite } from '../../../support/servers/databases.ts';

const NOW = '2026-01-05T09:00:00Z';

/** More than the buffers of a connection take. */
const LARGE = '/timelines/?from=2026-01-05T00:00:00Z&to=2026-02-05T00:00:00Z&per_page=50';

describeOnSqlite('[BUD-4] a client that does not read large answers', (create) => {
  describe('up to the limit of a user', () => {
    const { watchbill, ada, ben, unread, ask } = givenUnread(create, { userBytes: 10_000_000 });

    it('gets 429 for further ones, until they are read or the connection is closed; others get theirs', async () => {
      const socket = ask(ada, LARGE);
      await once(socket, 'readable');
      assert.ok(unread.bytesOf(ada.id) > 0);
      const answer = await ada.get(LARGE);
      const message = failed(answer, 429, 'too_many_requests');
      assert.equal(message, 'You would have more than 10,000,000 bytes of answers unread: read them first.');
      assert.equal(answer.headers['retry-after'], '5');
      succeeded(await ada.get('/user/'));
      succeeded(await ben.get(LARGE));
      assert.equal(unread.bytesOf(ben.id), 0);

      socket.resume();
      await comesTrue(() => unread.bytesOf(ada.id) === 0);
      succeeded(await ada.get(LARGE));
    });

    it('keeps its connection when it has read the answer', async () => {
      const accepted = once(watchbill.app.server, 'connection');
      const socket = ask(ada, LARGE);
      const [connection] = await accepted;
      await once(socket, 'readable');
      const [, bytes] = /content-length: (\d+)/.exec(String(socket.read())) ?? [];
      assert.ok(Number(bytes) > 7_000_000);
      let last = '';
      socket.on('data', (piece) => {
        last = String(piece);
      });
      await comesTrue(() => connection.bytesWritten > Number(bytes) && unread.bytesOfNode() === 0);
      socket.write(requestOf(ada, '/user/'));
      await comesTrue(() => last.includes('"name":"Ada"'));
      assert.equal(connection.destroyed, false);
    });

    it('gets 429 before they are computed if there is no room at all, also for calendar feeds', async () => {
      const feed = async (as: Person) =>
        new URL(succeeded(await as.post('/user/calendar_feeds/', { kind: 'mine' }), 201).calendar_feed.url).pathname;
      const [hers, his] = [await feed(ada), await feed(ben)];
      unread.add(ada.id, 10_000_000);
      failed(await ada.get('/schedules?per_page=1'), 429, 'too_many_requests');
      assert.equal((await watchbill.app.inject(hers)).statusCode, 429);
      assert.equal((await watchbill.app.inject(his)).statusCode, 200);
      unread.remove(ada.id, 10_000_000);
      succeeded(await ada.get('/schedules?per_page=1'));
      assert.equal((await watchbill.app.inject(hers)).statusCode, 200);
    });
  });

  describe('up to the limit of the node', () => {
    const { watchbill, ada, ben, unread, ask, closeAll } = givenUnread(create, { nodeBytes: 10_000_000 });

    it('makes others get 429, until its connection is closed', async () => {
      const socket = ask(ada, LARGE);
      await once(socket, 'readable');
      const message = failed(await ben.get(LARGE), 429, 'too_many_requests');
      assert.match(message, /^The clients of this node would have more than 10,000,000 bytes of answers unread/);
      socket.destroy();
      await comesTrue(() => unread.bytesOfNode() === 0);
      succeeded(await ben.get(LARGE));
    });

    it('is not counted any more when its connection is closed, pipelined requests included', async () => {
      const before = timelinesAnswered();
      ask(ada, LARGE, ...Array(2).fill(LARGE.replace('per_page=50', 'per_page=5')));
      await comesTrue(() => timelinesAnswered() === before + 3);
      assert.ok(unread.bytesOf(ada.id) > 0);
      closeAll();
      await comesTrue(() => unread.bytesOfNode() === 0);
    });

    function timelinesAnswered(): number {
      const [, counts] = [...watchbill.app.responses.counts].find(([route]) => route?.url === '/timelines/') ?? [];
      return counts?.byStatus[200] ?? 0;
    }
  });

  describe('for too long', () => {
    const { watchbill, ada, unread, ask } = givenUnread(create, { stallMs: 500 });

    it('loses its connection', async () => {
      const accepted = once(watchbill.app.server, 'connection');
      ask(ada, LARGE);
      const [connection] = await accepted;
      await once(connection, 'close');
      await comesTrue(() => unread.bytesOfNode() === 0);
    });

    it('loses its connection even if it goes on sending requests', async () => {
      const accepted = once(watchbill.app.server, 'connection');
      const socket = ask(ada, LARGE);
      socket.on('error', () => undefined);
      const [connection] = await accepted;
      while (!connection.destroyed) {
        socket.write(requestOf(ada, '/user/'));
        await nextTurn();
      }
      await comesTrue(() => unread.bytesOfNode() === 0);
    });
  });
});

/** Like the answers above, but written while the client reads it. */
describeOnSqlite('[BUD-4] a client that does not read GET /metrics/oncall at once', (create) => {
  const { watchbill, ada, ben, unread, ask } = givenUnread(create, { answerBytes: 100_000 });
  before(() => lengthenNames(watchbill));

  it('is served in the end, without keeping others waiting; what is kept for it counts until then', async () => {
    const socket = ask(ada, '/metrics/oncall');
    await once(socket, 'readable');
    const kept = unread.bytesOf(ada.id);
    assert.ok(kept > 51 * 100_000 && kept < 52 * 100_000, `${kept} bytes`);
    succeeded(await ben.get('/user/'));
    const pieces: Buffer[] = [];
    socket.on('data', (piece: Buffer) => pieces.push(piece));
    await comesTrue(() => unread.bytesOfNode() === 0);
    const text = Buffer.concat(pieces).toString();
    const [, length] = /content-length: (\d+)/.exec(text) ?? [];
    assert.ok(Number(length) > 7_000_000);
    await comesTrue(() => Buffer.concat(pieces).length === text.indexOf('\r\n\r\n') + 4 + Number(length));
  });

  it('is not counted any more when it has gone', async () => {
    const socket = ask(ada, '/metrics/oncall');
    await once(socket, 'readable');
    assert.ok(unread.bytesOf(ada.id) > 0);
    socket.destroy();
    await comesTrue(() => unread.bytesOfNode() === 0);
  });

  it('gets the size for HEAD', async () => {
    const headers = { 'x-api-key': ada.key };
    const {
      statusCode,
      headers: sent,
      body,
    } = await watchbill.app.inject({ method: 'HEAD', url: '/metrics/oncall', headers });
    assert.deepEqual([statusCode, body], [200, '']);
    assert.ok(Number(sent['content-length']) > 7_000_000);
    assert.equal(unread.bytesOfNode(), 0);
  });
});

describeOnSqlite('[BUD-4] a client that does not read GET /metrics/oncall for too long', (create) => {
  const { watchbill, ada, unread, ask } = givenUnread(create, { stallMs: 500, answerBytes: 100_000 });
  before(() => lengthenNames(watchbill));

  it('loses its connection', async () => {
    const accepted = once(watchbill.app.server, 'connection');
    ask(ada, '/metrics/oncall');
    const [connection] = await accepted;
    await once(connection, 'close');
    await comesTrue(() => unread.bytesOfNode() === 0);
  });
});

/** So that the metrics do not fit into the buffers of a connection. Each letter takes two bytes, also in memory. */
async function lengthenNames({ services }: Watchbill): Promise<void> {
  const name = `schedules.id || '${'ж'.repeat(50_000)}'`;
  await services.db.exclusively((tx) => tx.execute(`update schedules set name = ${name}`));
}

function givenUnread(create: CreateDatabase, answerLimits: Partial<AnswerLimits>) {
  const people = { ada: 'Ada', ben: 'Ben', cem: 'Cem', dee: 'Dee' };
  const given = givenWatchbill(create, people, NOW, undefined, { answerLimits });
  const { watchbill, owner, ada, ben, cem, dee } = given;
  const sockets: Socket[] = [];
  before(async () => {
    const layer = { shiftLength: { amount: 1, unit: 'hours' }, concurrentUsers: 4 };
    const of = { count: 50, people: [ada, ben, cem, dee, owner], nowMs: Date.parse(NOW), layer };
    await addManySchedules(watchbill.services.db, of);
    await createSchedule(owner, [ada], { name: 'Ada alone' });
    await watchbill.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(closeAll);

  function closeAll(): void {
    for (const socket of sockets.splice(0)) socket.destroy();
  }

  /** Sends the requests over one connection, and reads nothing. */
  function ask(as: Person, ...paths: readonly string[]): Socket {
    const { port } = watchbill.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write(paths.map((path) => requestOf(as, path)).join(''));
    sockets.push(socket);
    return socket;
  }

  const unread = {
    bytesOf: (userId: string) => watchbill.app.largeAnswers.unread.bytesOf(userId),
    bytesOfNode: () => watchbill.app.largeAnswers.unread.bytesOfNode(),
    add: (userId: string, bytes: number) => watchbill.app.largeAnswers.unread.add(userId, bytes),
    remove: (userId: string, bytes: number) => watchbill.app.largeAnswers.unread.remove(userId, bytes),
  };
  return { ...given, unread, ask, closeAll };
}

function requestOf({ key }: Person, path: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: watchbill\r\nx-api-key: ${key}\r\n\r\n`;
}

async function comesTrue(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await nextTurn();
}
