/** Rule HOOK-3: which addresses are called, and how. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { MINUTE_MS } from '../../src/time/units.ts';
import { callEndpoint, type Endpoints } from '../../src/webhooks/endpoint-call.ts';
import { createAddressRules } from '../../src/webhooks/public-addresses.ts';
import { hooksTest, rootCertificate, selfSigned, withoutIntermediate } from '../fixtures/certificates/certificates.ts';
import { eventually } from '../support/drivers/worker.ts';
import { startWebhookEndpoint, type WebhookEndpoint } from '../support/fakes/webhook-endpoint.ts';

const PUBLIC = [
  '93.184.216.34',
  '8.8.8.8',
  '2606:4700::1111',
  '2a00:1450:4001::200e',
  '::ffff:93.184.216.34',
  '100.63.255.255',
];

const NOT_PUBLIC = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::7f00:1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '2002:a9fe:a9fe::',
  '3fff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'not an address',
];

describe('[HOOK-3] addresses of webhooks', () => {
  const rules = createAddressRules([]);

  it('are allowed if they are public', () => {
    assert.deepEqual(
      PUBLIC.filter((address) => !rules.isAllowed(address)),
      [],
    );
  });

  it('are refused otherwise, in every notation', () => {
    assert.deepEqual(NOT_PUBLIC.filter(rules.isAllowed), []);
  });

  it('are allowed if the operator has listed them', () => {
    const named = createAddressRules(['10.1.0.0/16', '192.168.1.7', 'fd00::/8']);
    const allowed = ['10.1.2.3', '::ffff:10.1.2.3', '192.168.1.7', 'fd12::1', '8.8.8.8'];
    assert.deepEqual(
      allowed.filter((address) => !named.isAllowed(address)),
      [],
    );
    assert.deepEqual(['10.2.0.1', '192.168.1.8', 'fc00::1', '127.0.0.1'].filter(named.isAllowed), []);
    assert.deepEqual(['10.1.2.3', '8.8.8.8'].map(named.isNamed), [true, false]);
  });
});

describe('[HOOK-3] a call to an endpoint', () => {
  const loopback = createAddressRules(['127.0.0.0/8']);
  let endpoint: WebhookEndpoint;
  let port: string;

  before(async () => {
    endpoint = await startWebhookEndpoint();
    ({ port } = new URL(endpoint.url));
  });
  after(() => endpoint.stop());
  beforeEach(() => {
    endpoint.received.length = 0;
    endpoint.reply = () => ({ status: 204 });
  });

  function call(url: string, endpoints: Partial<Endpoints>) {
    return callEndpoint({ ...loopback, timeoutMs: 2_000, ...endpoints }, url, { 'x-test': 'yes' }, '{}');
  }

  /** The addresses of the name; each further lookup gets the next ones. */
  function names(...answers: readonly (readonly string[])[]): {
    asked: string[];
    lookUp: NonNullable<Endpoints['lookUp']>;
  } {
    const asked: string[] = [];
    return { asked, lookUp: async (name) => answers[asked.push(name) - 1] ?? [] };
  }

  it('resolves a name once, and connects to that address with the name in the request', async () => {
    const dns = names(['127.0.0.1'], ['127.0.0.2']);
    const { status } = await call(`http://hooks.test:${port}/hook`, { lookUp: dns.lookUp });
    assert.equal(status, 204);
    assert.deepEqual(dns.asked, ['hooks.test']);
    assert.equal(endpoint.received[0]?.headers.host, `hooks.test:${port}`);
  });

  it('is refused if any address of the name is not public', async () => {
    const rules = createAddressRules([]);
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', 'fe80::1']) {
      const { lookUp } = names(['93.184.216.34', address]);
      await assert.rejects(call(`https://hooks.test:${port}/`, { ...rules, lookUp }), {
        message: `hooks.test leads to ${address}, which is not a public address. The operator can allow it with WATCHBILL_WEBHOOK_ALLOW.`,
      });
    }
    assert.equal(endpoint.received.length, 0);
  });

  it('is refused for an address written as a number, or without https', async () => {
    const rules = createAddressRules([]);
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:7f00:1]', '017700000001']) {
      await assert.rejects(call(`https://${host}:${port}/`, rules), /is not a public address/);
    }
    const { lookUp } = names(['93.184.216.34']);
    await assert.rejects(call('http://hooks.test/', { ...rules, lookUp }), /must begin with https/);
    assert.equal(endpoint.received.length, 0);
  });

  it('has one timeout for everything, including DNS', async () => {
    const lookUp = () => new Promise<never>(() => undefined);
    await assert.rejects(call('http://hooks.test/', { lookUp, timeoutMs: 50 }), {
      message: 'The endpoint did not answer within 0.05 seconds.',
    });
  });

  it('is ended in time if the response trickles: without a status it failed, with one the status counts', async () => {
    endpoint.reply = () => 'trickling head';
    await assert.rejects(call(endpoint.url, { timeoutMs: 300 }), {
      message: 'The endpoint did not answer within 0.3 seconds.',
    });
    endpoint.reply = () => 'trickling body';
    // Less than the second that a body has.
    const { status, body } = await call(endpoint.url, { timeoutMs: 900 });
    assert.equal(status, 200);
    assert.match(body, /^x+$/);
    await eventually(async () => endpoint.openCount() === 0, 'the connections closed');
  });

  it('[BUD-8] reads a trickling body for a second, long before the timeout, and closes the connection', async () => {
    endpoint.reply = () => 'trickling body';
    const { status, body } = await call(endpoint.url, { timeoutMs: 10 * MINUTE_MS });
    assert.equal(status, 200);
    assert.match(body, /^x+$/);
    await eventually(async () => endpoint.openCount() === 0, 'the connection closed');
  });

  it('reads only the beginning of a response without an end, long before the timeout', async () => {
    endpoint.reply = () => 'endless body';
    const { status, body } = await call(endpoint.url, { timeoutMs: 10 * MINUTE_MS });
    assert.deepEqual([status, body], [200, 'x'.repeat(2_000)]);
    await eventually(async () => endpoint.openCount() === 0, 'the connection closed');
  });

  it('says why the connection failed', async () => {
    const { lookUp } = names(['127.0.0.1']);
    await assert.rejects(call('http://hooks.test:1/', { lookUp }), {
      message: 'The endpoint could not be reached: ECONNREFUSED.',
    });
    await assert.rejects(call('http://hooks.test/', { lookUp: async () => [] }), {
      message: 'The name hooks.test has no address.',
    });
  });

  it('requires a server certificate from a known root', async () => {
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, rootCertificate]);
    try {
      for (const [host, certificate, refusal] of [
        ['hooks.test', hooksTest, undefined],
        ['other.test', hooksTest, 'ERR_TLS_CERT_ALTNAME_INVALID'],
        ['hooks.test', withoutIntermediate, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
        ['hooks.test', selfSigned, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
      ] as const) {
        const server = await startWebhookEndpoint(certificate);
        const answer = call(`https://${host}:${new URL(server.url).port}/hook`, names(['127.0.0.1']));
        if (refusal === undefined) assert.equal((await answer).status, 204);
        else await assert.rejects(answer, { message: `The endpoint could not be reached: ${refusal}.` });
        assert.equal(server.received.length, refusal === undefined ? 1 : 0);
        await server.stop();
      }
    } finally {
      setDefaultCACertificates(trusted);
    }
  });
});
