import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLog } from '../src/process/log.ts';
import type { LogLevel } from '../src/process/log-levels.ts';
import { newApiKey } from '../src/secrets/api-key-format.ts';

function linesAt(level: LogLevel): unknown[] {
  const lines: unknown[] = [];
  const log = createLog(level, { now: () => 0 }, (line) => lines.push(JSON.parse(line)));
  log.debug('detail');
  log.info('started', { port: 8080 });
  log.warn('slow');
  log.error('failed', { error: new Error('inside', { cause: new Error('deeper') }) });
  return lines;
}

describe('the log', () => {
  it('is a line of JSON for each entry, with its time and fields', () => {
    const [line] = linesAt('info');
    assert.deepEqual(line, { time: '1970-01-01T00:00:00Z', level: 'info', message: 'started', port: 8080 });
  });

  it('shows an error with its stack and its cause', () => {
    const [line] = linesAt('error') as [{ error: string }];
    assert.match(line.error, /Error: inside\n\s+at .*[\s\S]*cause.*Error: deeper/);
  });

  it('shows no secret, in fields, texts and errors', () => {
    const lines: string[] = [];
    const log = createLog('info', { now: () => 0 }, (line) => lines.push(line));
    const apiKey = newApiKey();
    log.error(`refused ${apiKey}`, {
      url: 'postgres://me:pass@word@db.example.com/watchbill',
      callback: '/session/oidc/callback?code=hidden-code&state=hidden-state',
      link: 'https://oncall.example.com/app/welcome#hidden-link',
      headers: { authorization: 'hidden-header', Cookie: 'hidden-cookie', 'x-api-key': apiKey, accept: 'text/html' },
      list: [{ password: 'hidden-password', name: 'Ada' }],
      error: Object.assign(new Error('xoxb-1-hidden-token was refused: token_revoked'), {
        config: { headers: { Authorization: 'Bearer hidden-bearer' }, client_secret: "hid'den" },
        query: 'access_token=hidden-access; watchbill_session=hidden-session',
      }),
    });
    const [line = ''] = lines;
    assert.doesNotMatch(line, new RegExp(`hid|pass@|word@|${apiKey.slice(3)}`));
    const { url, headers, list, error } = JSON.parse(line);
    assert.equal(url, 'postgres://me:[redacted]@db.example.com/watchbill');
    assert.deepEqual(headers, {
      authorization: '[redacted]',
      Cookie: '[redacted]',
      'x-api-key': '[redacted]',
      accept: 'text/html',
    });
    assert.deepEqual(list, [{ password: '[redacted]', name: 'Ada' }]);
    assert.match(error, /xoxb-\[redacted\] was refused: token_revoked/);
  });

  it('has no character that controls a terminal or turns text around, and the same values', () => {
    const lines: string[] = [];
    const log = createLog('info', { now: () => 0 }, (line) => lines.push(line));
    const name = '\u001bc\u007f\u009b31m\u0085\u202etxet\u2066\u200f\u2028\n';
    log.info(name, { name });
    const [line = ''] = lines;
    assert.doesNotMatch(line.trimEnd(), /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
    assert.deepEqual([JSON.parse(line).message, JSON.parse(line).name], [name, name]);
  });

  it('accepts any value', () => {
    const lines: unknown[] = [];
    const log = createLog('info', { now: () => 0 }, (line) => lines.push(JSON.parse(line)));
    const circle: Record<string, unknown> = {};
    circle.itself = circle;
    log.info('odd', { circle, big: 1n, nothing: null, absent: undefined, text: '\u2028\n' });
    assert.equal(lines.length, 1);
  });

  for (const [level, count] of [
    ['debug', 4],
    ['info', 3],
    ['warn', 2],
    ['error', 1],
    ['silent', 0],
  ] as const) {
    it(`has ${count} of four levels at ${level}`, () => assert.equal(linesAt(level).length, count));
  }
});
