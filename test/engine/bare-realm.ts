/**
 * Loads src/engine/timeline.ts and its imports into a realm with nothing but the JavaScript language: no Node, no console, no timers. Prints the
 * value of the given expression. Run with --experimental-vm-modules:
 *
 * node --experimental-vm-modules test/engine/bare-realm.ts 'engine.onCallAt(…)'
 */
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { createContext, SourceTextModule } from 'node:vm';

const context = createContext({});
const modules = new Map<string, SourceTextModule>();

const question = process.argv[2] ?? '';
const entry = new SourceTextModule(
  `import * as engine from './src/engine/timeline.ts';
   import * as zones from './src/time/zones.ts';
   export const answer = JSON.stringify(${question});`,
  { context, identifier: new URL('../../bare-realm.js', import.meta.url).href },
);
await entry.link(load);
await entry.evaluate();
console.log((entry.namespace as { answer: string }).answer);

async function load(specifier: string, { identifier }: { identifier: string }): Promise<SourceTextModule> {
  const url = new URL(specifier, identifier);
  const known = modules.get(url.href);
  if (known !== undefined) return known;
  const source = stripTypeScriptTypes(await readFile(url, 'utf8'));
  const module = new SourceTextModule(source, { context, identifier: url.href });
  modules.set(url.href, module);
  return module;
}
