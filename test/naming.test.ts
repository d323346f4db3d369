/** Names in snake_case are allowed only at the edges: columns of tables, fields of the HTTP contract, and fields of other systems. */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';

const ROOT = new URL('..', import.meta.url);
const SNAKE_CASE = /\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g;

/** These know neither tables nor the contract. */
const INSIDE = ['src/engine/', 'src/time/', 'src/worker/', 'src/secrets/', 'src/webhooks/', 'src/mail/'];

/** Files that read or write the fields of another system, or that define the names. */
const EDGES = {
  'src/db/': 'columns, and names that statements select',
  'src/schemas/': 'the contract',
  'src/errors.ts': 'error codes',
  'src/chat/slack': 'Slack',
  'src/http/routes/chat/slack.ts': 'Slack',
  'src/http/oidc': 'OpenID Connect',
  'src/moving-in/products/': 'other on-call products',
  'scripts/check-container.ts': 'compose.yaml',
};

/** Fields of JSON that have no schema. */
const WITHOUT_SCHEMA = new Set(['reason_changed', 'revoked_api_keys']);

test('every snake_case name is a column, a field of the contract, or a field of another system', async () => {
  const known = new Set([
    ...(await namesIn('src/db/**/*.ts')),
    ...(await namesIn('src/schemas/**/*.ts')),
    ...(await namesIn('src/errors.ts')),
    ...(await namesIn('src/{http,services/sign-in}/**/*.ts')),
    ...((await textOf('docs/openapi.json')).match(SNAKE_CASE) ?? []),
    ...WITHOUT_SCHEMA,
  ]);
  const strange: string[] = [];
  for (const path of await filesIn('{src,web,scripts}/**/*.{ts,tsx}')) {
    const isInside = INSIDE.some((folder) => path.startsWith(folder));
    if (Object.keys(EDGES).some((edge) => path.startsWith(edge))) continue;
    for (const name of new Set(codeOf(await textOf(path)).match(SNAKE_CASE) ?? [])) {
      if (isInside || !known.has(name)) strange.push(`${path}: ${name}`);
    }
  }
  assert.deepEqual(strange, []);
});

test('the check sees names, but not texts and comments', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the code is a text here
  const code = "/** a_comment */ const bad_name = { 'a_text': `a_${text_in}_b` }; // at_the end_of\nother_name();";
  assert.deepEqual(codeOf(code).match(SNAKE_CASE), ['bad_name', 'other_name']);
});

async function namesIn(pattern: string): Promise<string[]> {
  const texts = await Promise.all((await filesIn(pattern)).map(textOf));
  return texts.flatMap((text) => text.match(SNAKE_CASE) ?? []);
}

async function filesIn(pattern: string): Promise<string[]> {
  const paths = await Array.fromAsync(glob(pattern, { cwd: ROOT.pathname }));
  return paths.filter((path) => !path.endsWith('.d.ts') && !path.includes('dist/')).toSorted();
}

function textOf(path: string): Promise<string> {
  return readFile(new URL(path, ROOT), 'utf8');
}

/** Without comments, strings and regular expressions. */
function codeOf(text: string): string {
  return text.replace(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<=[(,=:!&|]\s*)\/(?:[^/\\\n]|\\.)+\/[a-z]*/g,
    '',
  );
}
