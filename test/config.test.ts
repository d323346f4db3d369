import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { readConfig, readUnknownSettings, VARIABLES } from '../src/config/config.ts';
import { ConfigError } from '../src/config/config-error.ts';
import { newApiKey } from '../src/secrets/api-key-format.ts';
import { createFolder } from './support/servers/child-processes.ts';

const ENTRA_TENANT = '11111111-2222-3333-4444-55555555abcd';
const ENTRA_ISSUER = `https://login.microsoftonline.com/${ENTRA_TENANT}/v2.0`;
const SECRET = 'a secret of thirty-two characters';

function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message;
  }
  assert.fail(`taken: ${JSON.stringify(environment)}`);
}

describe('configuration', () => {
  it('is complete without any variable', () => {
    assert.deepEqual(readConfig({}), {
      port: 8080,
      host: '127.0.0.1',
      database: { kind: 'sqlite', path: 'data/watchbill.db' },
      publicUrl: 'http://localhost:8080',
      linkUrl: undefined,
      docsUrl: 'http://localhost:8080/docs',
      bootstrap: { email: 'owner@example.com', name: 'Owner', apiKey: undefined },
      trustedProxies: undefined,
      rateLimit: 600,
      requestTimeoutMs: 30_000,
      redisUrl: undefined,
      secret: undefined,
      chat: { provider: 'local', plan: 'paid' },
      oidc: undefined,
      hasPasswords: true,
      drainMs: 0,
      eventStreams: 2_000,
      retention: { auditLogDays: undefined, deliveryDays: 90, endedSessionDays: 30 },
      mail: undefined,
      webhookAllow: [],
      heartbeatUrl: undefined,
      metricsPort: undefined,
      logLevel: 'info',
      hasAccessLog: false,
    });
  });

  it('reads every variable', () => {
    const apiKey = newApiKey();
    const config = readConfig({
      PORT: '0',
      HOST: '0.0.0.0',
      DATABASE_URL: 'postgres://me:word@db.example.com/watchbill',
      DATABASE_POOL_SIZE: '25',
      WATCHBILL_URL: 'https://oncall.example.com/',
      WATCHBILL_DOCS_URL: 'https://docs.example.com',
      WATCHBILL_BOOTSTRAP_EMAIL: 'ada@example.com',
      WATCHBILL_BOOTSTRAP_NAME: 'Ada',
      WATCHBILL_BOOTSTRAP_API_KEY: apiKey,
      WATCHBILL_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1',
      WATCHBILL_RATE_LIMIT: '0',
      WATCHBILL_PASSWORDS: 'off',
      WATCHBILL_REQUEST_SECONDS: '5',
      REDIS_URL: 'redis://cache.example.com:6379',
      WATCHBILL_SECRET: SECRET,
      CHAT_PROVIDER: 'slack',
      SLACK_BOT_TOKEN: 'xoxb-1',
      SLACK_USER_TOKEN: 'xoxp-2',
      SLACK_SIGNING_SECRET: 'signed',
      SLACK_API_URL: 'http://localhost:9000/api/',
      OIDC_ISSUER: 'https://id.example.com/',
      OIDC_CLIENT_ID: 'watchbill',
      OIDC_CLIENT_SECRET: 'hush',
      OIDC_NAME: 'Example ID',
      OIDC_CREATE_USERS: 'viewer',
      OIDC_CREATE_USERS_DOMAINS: 'example.com, BÜCHER.example',
      WATCHBILL_DRAIN_SECONDS: '15',
      WATCHBILL_EVENT_STREAMS: '50',
      WATCHBILL_KEEP_AUDIT_LOG_DAYS: '365',
      WATCHBILL_KEEP_DELIVERIES_DAYS: 'forever',
      WATCHBILL_KEEP_ENDED_SESSIONS_DAYS: '1',
      SMTP_URL: 'smtp://me:word@mail.example.com:587',
      MAIL_FROM: 'Watchbill <oncall@example.com>',
      WATCHBILL_WEBHOOK_ALLOW: '10.1.2.3, fd00::/8',
      WATCHBILL_HEARTBEAT_URL: 'https://hc.example.com/5c7f?x=1/',
      WATCHBILL_METRICS_PORT: '9464',
      LOG_LEVEL: 'debug',
      WATCHBILL_ACCESS_LOG: 'on',
    });
    assert.deepEqual(config, {
      port: 0,
      host: '0.0.0.0',
      database: { kind: 'postgres', url: 'postgres://me:word@db.example.com/watchbill', poolSize: 25 },
      publicUrl: 'https://oncall.example.com',
      linkUrl: 'https://oncall.example.com',
      docsUrl: 'https://docs.example.com',
      bootstrap: { email: 'ada@example.com', name: 'Ada', apiKey },
      trustedProxies: ['127.0.0.1', '10.0.0.0/8', '::1'],
      rateLimit: 0,
      requestTimeoutMs: 5_000,
      redisUrl: 'redis://cache.example.com:6379',
      secret: [SECRET],
      chat: {
        provider: 'slack',
        botToken: 'xoxb-1',
        userToken: 'xoxp-2',
        signingSecret: 'signed',
        apiUrl: 'http://localhost:9000/api',
      },
      oidc: {
        issuer: 'https://id.example.com/',
        clientId: 'watchbill',
        clientSecret: 'hush',
        name: 'Example ID',
        createUsers: 'viewer',
        createDomains: ['example.com', 'xn--bcher-kva.example'],
        entraTenant: undefined,
        trustsEmail: false,
      },
      hasPasswords: false,
      drainMs: 15_000,
      eventStreams: 50,
      retention: { auditLogDays: 365, deliveryDays: undefined, endedSessionDays: 1 },
      mail: { url: 'smtp://me:word@mail.example.com:587', from: 'Watchbill <oncall@example.com>' },
      webhookAllow: ['10.1.2.3', 'fd00::/8'],
      heartbeatUrl: 'https://hc.example.com/5c7f?x=1/',
      metricsPort: 9464,
      logLevel: 'debug',
      hasAccessLog: true,
    });
  });

  it('reads the mode of the pooler in front of PostgreSQL', () => {
    const url = 'postgres://me:word@pooler.example.com/watchbill';
    const given = { DATABASE_URL: url, WATCHBILL_SECRET: SECRET };
    const postgres = { kind: 'postgres', url, poolSize: 10 };
    const directUrl = 'postgres://me:word@db.example.com/watchbill';
    assert.deepEqual(readConfig({ ...given, DATABASE_POOLER: 'session' }).database, postgres);
    assert.deepEqual(readConfig({ ...given, DATABASE_POOLER: 'transaction' }).database, {
      ...postgres,
      transactionPooler: { directUrl: undefined },
    });
    assert.deepEqual(
      readConfig({ ...given, DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: directUrl }).database,
      { ...postgres, transactionPooler: { directUrl } },
    );
    assert.equal(readConfig({ DATABASE_POOLER: 'transaction' }).database.kind, 'sqlite');
  });

  it('treats an empty variable as unset', () => {
    assert.equal(readConfig({ PORT: '', REDIS_URL: ' ' }).port, 8080);
  });

  it('needs few variables for single sign-on', () => {
    for (const issuer of [
      'https://id.example.com/realms/x',
      'http://localhost:9000',
      'http://127.0.0.1',
      'http://[::1]:1',
    ]) {
      assert.deepEqual(readConfig({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'watchbill' }).oidc, {
        issuer,
        clientId: 'watchbill',
        clientSecret: undefined,
        name: 'single sign-on',
        createUsers: undefined,
        createDomains: undefined,
        entraTenant: undefined,
        trustsEmail: false,
      });
    }
  });

  it('reads the tenant of Microsoft Entra ID, in either case, and whether its emails are trusted', () => {
    const given = { OIDC_ISSUER: ENTRA_ISSUER.toUpperCase().replace('HTTPS', 'https'), OIDC_CLIENT_ID: 'watchbill' };
    const { issuer, entraTenant, trustsEmail } = readConfig(given).oidc ?? assert.fail();
    assert.deepEqual([issuer, entraTenant, trustsEmail], [ENTRA_ISSUER, ENTRA_TENANT, false]);
    assert.equal(readConfig({ ...given, OIDC_TRUST_EMAIL: 'on' }).oidc?.trustsEmail, true);
  });

  it('creates users automatically through a public issuer only with a list of domains', () => {
    for (const issuer of ['https://accounts.google.com', 'https://gitlab.com', 'https://appleid.apple.com']) {
      const given = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'watchbill', OIDC_CREATE_USERS: 'member' };
      assert.match(
        refusal(given),
        /^OIDC_CREATE_USERS is "member"; anybody can have an account at https:.*: set OIDC_CREATE_USERS_DOMAINS to /,
      );
      assert.ok(readConfig({ ...given, OIDC_CREATE_USERS_DOMAINS: 'example.com' }).oidc?.createUsers === 'member');
      assert.ok(readConfig({ ...given, OIDC_CREATE_USERS: 'no' }).oidc !== undefined);
    }
    const own = {
      OIDC_ISSUER: 'https://company.eu.auth0.com/',
      OIDC_CLIENT_ID: 'watchbill',
      OIDC_CREATE_USERS: 'member',
    };
    assert.equal(readConfig(own).oidc?.createUsers, 'member');
  });

  for (const tenant of [
    'common',
    'organizations',
    'consumers',
    '9188040d-6c67-4c5b-b112-36a304b66dad',
    '{tenantid}',
    'contoso.onmicrosoft.com',
  ]) {
    it(`refuses the issuer of Microsoft Entra ID for ${tenant}, trusted or not`, () => {
      const given = { OIDC_ISSUER: `https://login.microsoftonline.com/${tenant}/v2.0`, OIDC_CLIENT_ID: 'watchbill' };
      for (const trust of ['on', 'off']) {
        assert.equal(
          refusal({ ...given, OIDC_TRUST_EMAIL: trust }),
          `OIDC_ISSUER is "https://login.microsoftonline.com/${tenant}/v2.0"; for Microsoft Entra ID, allowed is ` +
            'https://login.microsoftonline.com/TENANT/v2.0, where TENANT is the GUID of your tenant',
        );
      }
    });
  }

  it('the public address follows the port', () => {
    assert.equal(readConfig({ PORT: '9090' }).publicUrl, 'http://localhost:9090');
  });
});

describe('a bad value is refused in one line that names the variable, the value and what is allowed', () => {
  const cases: [Record<string, string>, string][] = [
    [{ PORT: 'http' }, 'PORT is "http"; allowed is a whole number from 0 to 65535'],
    [{ PORT: '65536' }, 'PORT is "65536"; allowed is a whole number from 0 to 65535'],
    [{ PORT: '8080.5' }, 'PORT is "8080.5"; allowed is a whole number from 0 to 65535'],
    [{ WATCHBILL_RATE_LIMIT: '-1' }, 'WATCHBILL_RATE_LIMIT is "-1"; allowed is a whole number from 0 to 1000000'],
    [
      { WATCHBILL_TRUSTED_PROXIES: '10.0.0.0/33' },
      'WATCHBILL_TRUSTED_PROXIES is "10.0.0.0/33"; allowed is addresses or networks, with commas between them, such as 127.0.0.1, 10.0.0.0/8',
    ],
    [
      { WATCHBILL_TRUSTED_PROXIES: '10.0.0.0/0' },
      'WATCHBILL_TRUSTED_PROXIES is "10.0.0.0/0"; allowed is addresses or networks, with commas between them, such as 127.0.0.1, 10.0.0.0/8',
    ],
    [{ WATCHBILL_PASSWORDS: 'no' }, 'WATCHBILL_PASSWORDS is "no"; allowed is on, off'],
    [
      { WATCHBILL_PASSWORDS: 'off' },
      'OIDC_ISSUER is not set; with WATCHBILL_PASSWORDS=off it must be an address that begins with https://, or with http:// on localhost',
    ],
    [{ DATABASE_POOLER: 'statement' }, 'DATABASE_POOLER is "statement"; allowed is session, transaction'],
    [
      { DATABASE_DIRECT_URL: 'postgres://me:word@db.example.com/watchbill' },
      'DATABASE_DIRECT_URL is set; it is used only with DATABASE_POOLER=transaction',
    ],
    [
      { DATABASE_DIRECT_URL: 'mysql://me:word@db.example.com/watchbill' },
      'DATABASE_DIRECT_URL is "mysql://me:…@db.example.com/watchbill"; allowed is an address that begins with postgres:// or postgresql://',
    ],
    [{ CHAT_PROVIDER: 'Slack' }, 'CHAT_PROVIDER is "Slack"; allowed is local, slack, none'],
    [{ LOCAL_CHAT_PLAN: 'gold' }, 'LOCAL_CHAT_PLAN is "gold"; allowed is paid, free'],
    [
      { WATCHBILL_URL: 'oncall' },
      'WATCHBILL_URL is "oncall"; allowed is an address that begins with http:// or https://, without a path',
    ],
    ...['/oncall', '//', '?a=b', '#a'].map((rest): [Record<string, string>, string] => [
      { WATCHBILL_URL: `https://example.com${rest}` },
      `WATCHBILL_URL is "https://example.com${rest}"; allowed is an address that begins with http:// or https://, without a path`,
    ]),
    [
      { WATCHBILL_URL: 'https://me:word@example.com' },
      'WATCHBILL_URL is "https://me:…@example.com"; allowed is an address that begins with http:// or https://, without a path',
    ],
    [{ DATABASE_POOL_SIZE: '1' }, 'DATABASE_POOL_SIZE is "1"; allowed is a whole number from 2 to 1000'],
    [{ WATCHBILL_ACCESS_LOG: 'yes' }, 'WATCHBILL_ACCESS_LOG is "yes"; allowed is off, on'],
    [
      { REDIS_URL: 'http://x' },
      'REDIS_URL is "http://x"; allowed is an address that begins with redis:// or rediss://',
    ],
    [
      { WATCHBILL_KEEP_AUDIT_LOG_DAYS: '0' },
      'WATCHBILL_KEEP_AUDIT_LOG_DAYS is "0"; allowed is a whole number from 1 to 36500, or forever',
    ],
    [{ WATCHBILL_BOOTSTRAP_EMAIL: 'ada' }, 'WATCHBILL_BOOTSTRAP_EMAIL is "ada"; allowed is an email address'],
    [{ WATCHBILL_BOOTSTRAP_EMAIL: 'a@b.org>' }, 'WATCHBILL_BOOTSTRAP_EMAIL is "a@b.org>"; allowed is an email address'],
    [
      { DATABASE_URL: 'sqlite:' },
      'DATABASE_URL is "sqlite:"; allowed is sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME',
    ],
    [
      { DATABASE_URL: 'postgres://me@db/watchbill' },
      'WATCHBILL_SECRET is not set; on PostgreSQL it must be at least 32 characters; of several, with commas between them, each',
    ],
    [
      { CHAT_PROVIDER: 'slack' },
      'SLACK_BOT_TOKEN is not set; with CHAT_PROVIDER=slack it must be a token that begins with xox',
    ],
    [
      { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'watchbill', OIDC_TRUST_EMAIL: 'on' },
      'OIDC_TRUST_EMAIL is "on"; it is allowed only with an OIDC_ISSUER such as https://login.microsoftonline.com/TENANT/v2.0, where TENANT is the GUID of your tenant',
    ],
    [
      { OIDC_CREATE_USERS_DOMAINS: 'example.com, @example.org' },
      'OIDC_CREATE_USERS_DOMAINS is "example.com, @example.org"; allowed is domains, with commas between them, such as example.com, example.org',
    ],
    [{ OIDC_CREATE_USERS: 'yes' }, 'OIDC_CREATE_USERS is "yes"; allowed is no, viewer, member'],
    [
      { OIDC_ISSUER: 'http://id.example.com' },
      'OIDC_ISSUER is "http://id.example.com"; allowed is an address that begins with https://, or with http:// on localhost',
    ],
    [{ OIDC_ISSUER: 'https://id.example.com' }, 'OIDC_CLIENT_ID is not set; with OIDC_ISSUER it must be the client id'],
    [
      { OIDC_CLIENT_ID: 'watchbill' },
      'OIDC_ISSUER is not set; with OIDC_CLIENT_ID it must be an address that begins with https://, or with http:// on localhost',
    ],
  ];
  for (const [environment, message] of cases) {
    it(message, () => assert.equal(refusal(environment), message));
  }

  it('accepts a list of secrets, each of 32 characters', () => {
    const [one, two] = ['1'.repeat(32), '2'.repeat(40)];
    const secretIn = (text: string) => readConfig({ WATCHBILL_SECRET: text }).secret;
    assert.deepEqual(secretIn(one), [one]);
    assert.deepEqual(secretIn(` ${two}, ${one},${two} `), [two, one]);
    for (const wrong of [`${one},`, `,${one}`, `${one},short`, `${one},,${two}`, `${one.slice(1)},${two}`]) {
      assert.match(refusal({ WATCHBILL_SECRET: wrong }), /allowed is at least 32 characters; of several, .* each$/);
    }
  });

  it('never shows a secret', () => {
    for (const [name, value] of [
      ['WATCHBILL_SECRET', 'too short'],
      ['WATCHBILL_BOOTSTRAP_API_KEY', 'wb_mistyped'],
      ['SLACK_BOT_TOKEN', 'mistyped'],
      ['SMTP_URL', 'mail.example.com'],
      ['WATCHBILL_HEARTBEAT_URL', 'hc.example.com/5c7f'],
    ] as const) {
      assert.match(
        refusal({ [name]: value }),
        new RegExp(`^${name} is set to something else \\(not shown\\); allowed is `),
      );
    }
    assert.equal(
      refusal({ DATABASE_URL: 'mysql://me:pass:w@rd@db/watchbill' }),
      'DATABASE_URL is "mysql://me:…@db/watchbill"; allowed is sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME',
    );
  });
});

describe('a secret in a file', () => {
  let folder: string;

  before(async () => {
    folder = (await createFolder('watchbill-secrets-')).path;
  });

  async function fileWith(text: string): Promise<string> {
    const path = join(folder, randomUUID());
    await writeFile(path, text);
    return path;
  }

  it('is the value, without a trailing line break', async () => {
    const apiKey = newApiKey();
    const url = 'postgres://me:word@db.example.com/watchbill';
    const config = readConfig({
      DATABASE_URL_FILE: await fileWith(`${url}\n`),
      DATABASE_POOLER: 'transaction',
      DATABASE_DIRECT_URL_FILE: await fileWith(`${url}2\n`),
      WATCHBILL_SECRET_FILE: await fileWith(`${SECRET}\r\n`),
      WATCHBILL_BOOTSTRAP_API_KEY_FILE: await fileWith(apiKey),
      REDIS_URL_FILE: await fileWith('redis://:word@cache.example.com\n'),
      CHAT_PROVIDER: 'slack',
      SLACK_BOT_TOKEN_FILE: await fileWith('xoxb-1\n'),
      SLACK_USER_TOKEN_FILE: await fileWith('xoxp-2\n'),
      SLACK_SIGNING_SECRET_FILE: await fileWith('signed\n'),
      OIDC_ISSUER: 'https://id.example.com',
      OIDC_CLIENT_ID: 'watchbill',
      OIDC_CLIENT_SECRET_FILE: await fileWith('hush\n'),
    });
    assert.deepEqual(config.database, {
      kind: 'postgres',
      url,
      poolSize: 10,
      transactionPooler: { directUrl: `${url}2` },
    });
    assert.deepEqual(
      [config.secret, config.bootstrap.apiKey, config.redisUrl, config.oidc?.clientSecret],
      [[SECRET], apiKey, 'redis://:word@cache.example.com', 'hush'],
    );
    assert.deepEqual(config.chat, {
      provider: 'slack',
      botToken: 'xoxb-1',
      userToken: 'xoxp-2',
      signingSecret: 'signed',
      apiUrl: undefined,
    });
  });

  it('replaces the preset of a command', async () => {
    const file = await fileWith('sqlite:from-file.db');
    const { database } = readConfig({ DATABASE_URL_FILE: file }, { DATABASE_URL: 'sqlite:data/demo.db' });
    assert.deepEqual(database, { kind: 'sqlite', path: 'from-file.db' });
  });

  it('is refused beside the value, if it is empty, and if it cannot be read; its content is not shown', async () => {
    const file = await fileWith(SECRET);
    assert.equal(
      refusal({ WATCHBILL_SECRET: SECRET, WATCHBILL_SECRET_FILE: file }),
      'WATCHBILL_SECRET and WATCHBILL_SECRET_FILE are both set; only one of them is allowed',
    );
    const empty = await fileWith('\n');
    assert.equal(
      refusal({ OIDC_CLIENT_SECRET_FILE: empty }),
      `OIDC_CLIENT_SECRET_FILE is "${empty}"; the file is empty`,
    );
    assert.match(
      refusal({ SLACK_BOT_TOKEN_FILE: folder }),
      /^SLACK_BOT_TOKEN_FILE is "[^"]+"; it cannot be read: EISDIR: [^\n]+$/,
    );
    const short = await fileWith('too short');
    assert.equal(
      refusal({ WATCHBILL_SECRET_FILE: short }),
      'WATCHBILL_SECRET is set to something else (not shown); allowed is at least 32 characters; of several, with commas between them, each',
    );
  });

  it('is possible for every secret', () => {
    const secrets = Object.entries(VARIABLES).filter(([, variable]) => 'secret' in variable);
    assert.deepEqual(
      secrets.filter(([, variable]) => !('fromFile' in variable)).map(([name]) => name),
      [],
    );
  });
});

describe('[TRU-2] unknown settings', () => {
  it('have the nearest name that is known', () => {
    const given = {
      WATCHBILL_RATELIMIT: '7',
      WATCHBILL_SECRET_FIEL: 'x',
      WATCHBILL_RATE_LIMIT_FILE: 'x',
      WATCHBILL_URL: 'https://oncall.example.com',
      WATCHBILL_SECRET_FILE: 'x',
      PATH: '/bin',
    };
    assert.deepEqual(readUnknownSettings(given), [
      { name: 'WATCHBILL_RATELIMIT', nearest: 'WATCHBILL_RATE_LIMIT' },
      { name: 'WATCHBILL_RATE_LIMIT_FILE', nearest: 'WATCHBILL_RATE_LIMIT' },
      { name: 'WATCHBILL_SECRET_FIEL', nearest: 'WATCHBILL_SECRET_FILE' },
    ]);
  });
});
