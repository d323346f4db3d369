/** Writes the generated documentation and client types. With `--check`, only reports what is out of date, and fails. */
import { createSecretKey } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { VARIABLES } from '../src/config/config.ts';
import type { Database } from '../src/db/driver/database.ts';
import { ERRORS } from '../src/errors.ts';
import { buildApp } from '../src/http/app.ts';
import { createIdSource } from '../src/ids.ts';
import { createLog } from '../src/process/log.ts';
import { noLastUses } from '../src/services/shared/last-uses.ts';
import { systemClock } from '../src/time/clock.ts';
import { documentOf } from './openapi/document.ts';
import { routesOf } from './openapi/routes.ts';
import { publicNames } from './public-names.ts';

/** An alias for each schema (`Schedule`), apart from its place in `components`. */
const TYPES = { alphabetize: true, rootTypes: true, rootTypesNoSchemaPrefix: true };

const openApi = await openApiDocument();
const generated: Record<string, string> = {
  'docs/api-names.txt': await knownNames(openApi),
  'docs/configuration.md': configurationPage(),
  'docs/errors.md': errorsPage(),
  'docs/openapi.json': openApi,
  'src/api-client/schema.d.ts': await clientTypes(openApi),
};

const checkOnly = process.argv.includes('--check');
for (const [path, wanted] of Object.entries(generated)) {
  const file = new URL(`../${path}`, import.meta.url);
  const current = await readFile(file, 'utf8').catch(() => undefined);
  if (current === wanted) continue;
  if (checkOnly) {
    console.error(`${path} is out of date: run "npm run fix"`);
    process.exitCode = 1;
  } else {
    await writeFile(file, wanted);
    console.log(`wrote ${path}`);
  }
}

function configurationPage(): string {
  const rows = Object.entries(VARIABLES).map(([name, variable]) => {
    const fallback =
      'fallback' in variable
        ? `\`${variable.fallback}\``
        : 'fallbackText' in variable
          ? variable.fallbackText
          : 'unset';
    const file = 'fromFile' in variable ? `, \`${name}_FILE\`` : '';
    return `| \`${name}\`${file} | ${variable.about} | ${variable.allowed} | ${fallback} |`;
  });
  return `# Configuration

<!-- Generated from src/config/ by "npm run fix". -->

Watchbill is configured by environment variables. An empty variable counts as unset. A bad value stops the start with one line
that names the variable, the value and what is allowed.

Settings that may hold a secret can also come from a file: \`WATCHBILL_SECRET_FILE=/run/secrets/watchbill\` in place of \`WATCHBILL_SECRET\`. White space
at both ends of the file, such as the last line break, is not part of the value. To set both is an error, and so is a file that is empty or cannot be read.

| variable | what it is | allowed | when unset |
|---|---|---|---|
${rows.join('\n')}
`;
}

function errorsPage(): string {
  const entries = Object.entries(ERRORS).map(
    ([code, { status, message, help }]) => `## ${code}\n\n**${status}** · ${message}\n\n${help}\n`,
  );
  return `# Errors

<!-- Generated from src/errors.ts by "npm run fix". -->

Every error has the same body:

\`\`\`json
{ "error": { "code": "not_found", "status": 404, "message": "There is no such resource.", "docs_url": "…/errors#not_found" } }
\`\`\`

Act on \`code\`: it never changes. \`message\` is for people: it says what was given and what is allowed, and may get better words.

${entries.join('\n')}`;
}

/** The document that the service serves at `/openapi.json`. No database is needed. */
async function openApiDocument(): Promise<string> {
  const services = {
    db: {} as Database,
    clock: systemClock,
    newId: createIdSource(systemClock),
    secret: [createSecretKey(Buffer.alloc(32))] as const,
    chatOf: () => undefined,
    lastUses: noLastUses(),
  };
  const options = { services, docsUrl: '', publicUrl: () => '', rateLimit: 0, log: createLog('silent', systemClock) };
  const routes = await routesOf(async () => (await buildApp(options)).close());
  return `${JSON.stringify(await documentOf(routes), null, 2)}\n`;
}

/** Names are only added here: a removed or renamed one fails test/api/http/openapi-rules.test.ts. */
async function knownNames(document: string): Promise<string> {
  const known = await readFile(new URL('../docs/api-names.txt', import.meta.url), 'utf8').catch(() => '');
  const names = new Set([...known.split('\n').filter(Boolean), ...publicNames(JSON.parse(document))]);
  return `${[...names].sort().join('\n')}\n`;
}

/** The types of our API clients. The tool needs the compiler API, which TypeScript 7 does not have yet. */
async function clientTypes(document: string): Promise<string> {
  registerHooks({
    resolve: (name, context, next) => next(name === 'typescript' ? 'typescript5' : name, context),
  });
  const { default: openapiTypes, astToString } = await import('openapi-typescript');
  const parsed = JSON.parse(document);
  // The client sends it with every request, so no call has to.
  parsed.components.parameters.RequiredPageHeader.required = false;
  const types = astToString(await openapiTypes(parsed, TYPES));
  return `// Generated from docs/openapi.json by "npm run fix".\n${types}`;
}
