/** Rule IMP-1: an API that fails, limits, redirects or lies is reported in one sentence, never with the key. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { importFrom } from '../../src/moving-in/import-command.ts';
import { createApi } from '../../src/moving-in/product-api.ts';
import { SourceError } from '../../src/moving-in/source.ts';
import { type ProductAnswer, type ProductServer, startProductServer } from '../support/fakes/product-server.ts';
import { createFolder } from '../support/servers/child-processes.ts';

const KEY = 'sekrit-key-of-the-product';

describe("failures of a product's API", () => {
  let server: ProductServer;
  let answers: ProductAnswer[];
  let waits: number[];

  before(async () => {
    server = await startProductServer(() => answers.shift() ?? { body: { fine: true } });
  });
  after(() => server.close());

  function api(url = server.url) {
    waits = [];
    const wait = async (ms: number) => void waits.push(ms);
    return createApi({ name: 'Opsgenie', url, headers: { authorization: `GenieKey ${KEY}` }, wait });
  }

  async function told(...given: ProductAnswer[]): Promise<string> {
    answers = given;
    const error = await api()
      .get('/v2/schedules')
      .then(
        () => undefined,
        (reason: unknown) => reason,
      );
    assert.ok(error instanceof SourceError);
    assert.doesNotMatch(error.message, /sekrit/);
    return error.message;
  }

  it('[IMP-1] waits as long as told: in seconds, until a date of the server, or until its limit ends', async () => {
    const limited = (headers: Record<string, string>): ProductAnswer => ({ status: 429, headers });
    const dates = { date: 'Mon, 12 Oct 2026 07:00:00 GMT', 'retry-after': 'Mon, 12 Oct 2026 07:00:07 GMT' };
    answers = [
      limited({ 'retry-after': '3' }),
      limited(dates),
      limited({ 'ratelimit-reset': '5' }),
      limited({}),
      { status: 503 },
    ];
    assert.deepEqual(await api().get('/v2/schedules'), { fine: true });
    assert.deepEqual(waits, [3_000, 7_000, 5_000, 8_000, 16_000]);
  });

  it('[IMP-1] gives up after six attempts, and at once if told to wait for an hour', async () => {
    const limited: ProductAnswer = { status: 429, headers: { 'retry-after': '1' } };
    assert.match(
      await told(...Array.from({ length: 6 }, () => limited)),
      /limits the rate of requests, even after waiting/,
    );
    assert.equal(waits.length, 5);
    await told({ status: 429, headers: { 'retry-after': '3600' } });
    assert.equal(waits.length, 0);
  });

  it('[IMP-1] reports what is wrong: the key, a redirect, an error, no JSON', async () => {
    assert.equal(await told({ status: 401 }), 'Opsgenie refuses the key (401 for /v2/schedules).');
    assert.equal(await told({ status: 403 }), 'Opsgenie refuses the key (403 for /v2/schedules).');
    assert.match(
      await told({ status: 302, headers: { location: 'https://elsewhere.example' } }),
      /with a redirect \(302\)/,
    );
    assert.equal(
      await told({ status: 422, body: `No: GenieKey ${KEY} (${KEY})\n\u001b[31m` }),
      'Opsgenie answers /v2/schedules with 422: No: … (…) �[31m.',
    );
    assert.match(await told({ body: '<html>' }), /is not JSON/);
  });

  it('[IMP-1] reports an unreachable server, an invalid address, a next page on another host', async () => {
    const gone = await startProductServer(() => ({}));
    await gone.close();
    await assert.rejects(api(gone.url).get('/'), /^SourceError: Opsgenie cannot be reached: .*ECONNREFUSED/);
    assert.equal(waits.length, 5);
    assert.throws(() => api('file:///etc/passwd'), /must begin with https:\/\/ or http:\/\//);
    assert.throws(
      () => api('https://me:secret@example.com'),
      /^SourceError: The address of Opsgenie must not have a user name or password in it\.$/,
    );
    assert.throws(() => api().pathOf('https://evil.example/v2/users?offset=2'), /another host .*; it is not followed/);
    assert.equal(api(`${server.url}/base/`).pathOf(`${server.url}/base/v2/users?offset=2`), '/v2/users?offset=2');
  });
});

describe('bad files', () => {
  let folder: Awaited<ReturnType<typeof createFolder>>;
  before(async () => {
    folder = await createFolder('watchbill-files-');
  });
  after(() => folder.remove());

  function importing(from: string, out = 'out.yaml') {
    return importFrom({
      product: 'opsgenie',
      from: join(folder.path, from),
      access: undefined,
      now: Date.parse('2026-10-12T07:00:00Z'),
      weeks: 4,
      out: join(folder.path, out),
      save: undefined,
      writesOverrides: false,
    });
  }

  it('[IMP-1] reports the file and what is wrong with it, and writes nothing', async () => {
    writeFileSync(join(folder.path, 'broken.json'), '{"data": [');
    writeFileSync(join(folder.path, 'empty.json'), '{"data": []}');
    writeFileSync(join(folder.path, 'number.json'), '{"data": [{"id": "1", "timezone": "UTC", "name": 7}]}');
    mkdirSync(join(folder.path, 'nothing'));
    await assert.rejects(importing('none.json'), /none\.json does not exist/);
    await assert.rejects(importing('broken.json'), /broken\.json is not JSON/);
    await assert.rejects(importing('nothing'), /nothing has no \.json file/);
    await assert.rejects(importing('empty.json'), /The source has no schedule/);
    await assert.rejects(importing('number.json'), /number\.json:1:50 in data\[0\]: name must be string; it is 7/);
    assert.ok(!existsSync(join(folder.path, 'out.yaml')));
  });

  it('[IMP-1] reports an output that cannot be written', async () => {
    const rotation = {
      id: 'r',
      name: 'R',
      startDate: '2026-10-05T07:00:00Z',
      type: 'daily',
      length: 1,
      participants: [{ type: 'user', username: 'ada@example.com' }],
    };
    const schedule = { id: 's', name: 'S', timezone: 'UTC', rotations: [rotation] };
    writeFileSync(join(folder.path, 'good.json'), JSON.stringify({ data: [schedule] }));
    await assert.rejects(importing('good.json', 'no/such/folder.yaml'), /folder\.yaml cannot be written/);
    const { report, isComplete } = await importing('good.json');
    assert.ok(isComplete);
    assert.match(report, /not compared: the timeline of the source was not read/);
  });
});
