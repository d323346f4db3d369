/** Names in snake_case belong to the edges: tables, the HTTP contract, other systems. The linter refuses them for variables everywhere. */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';

const ROOT = new URL('..', import.meta.url);
const SNAKE_CASE = /\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g;

/** These know neither tables nor the contract. */
const INSIDE = '{engine,time,worker,secrets,webhooks,mail}';

test('code that knows neither tables nor the contract has no name in snake_case', async () => {
  const found: string[] = [];
  for await (const path of glob(`src/${INSIDE}/**/*.ts`, { cwd: ROOT.pathname })) {
    const names = codeOf(await readFile(new URL(path, ROOT), 'utf8')).match(SNAKE_CASE) ?? [];
    found.push(...names.map((name) => `${path}: ${name}`));
  }
  assert.deepEqual(found, []);
});

/** Without comments, strings and regular expressions. */
function codeOf(text: string): string {
  return text.replace(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<=[(,=:!&|]\s*)\/(?:[^/\\\n]|\\.)+\/[a-z]*/g,
    '',
  );
}
