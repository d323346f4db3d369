import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLog, type LogLevel } from '../src/log.ts';

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
