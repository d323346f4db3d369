/** Rules IMP-1 and IMP-2: importing from the API of each product, with its pages and rate limits. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parseFile } from '../../src/as-code/file/yaml.ts';
import { importFrom } from '../../src/moving-in/import-command.ts';
import { PRODUCTS } from '../../src/moving-in/source.ts';
import { startProductServer } from '../support/fakes/product-server.ts';
import { createFolder } from '../support/servers/child-processes.ts';
import { answersOf, KEY } from './product-answers.ts';

const NOW = Date.parse('2026-10-12T07:12:34Z');

describe('Importing from the API of a product', () => {
  let folder: Awaited<ReturnType<typeof createFolder>>;
  before(async () => {
    folder = await createFolder('watchbill-import-');
  });
  after(() => folder.remove());

  async function imported(product: (typeof PRODUCTS)[number], more: object = {}) {
    const server = await startProductServer(answersOf(product, NOW));
    const out = join(folder.path, `${product}.yaml`);
    const save = join(folder.path, product);
    const access = { url: server.url, key: KEY, wait: () => Promise.resolve() };
    try {
      const result = await importFrom({
        product,
        from: undefined,
        access,
        now: NOW,
        weeks: 4,
        out,
        save,
        writesOverrides: false,
        ...more,
      });
      return {
        ...result,
        server,
        file: parseFile(readFileSync(out, 'utf8'), out).file,
        text: readFileSync(out, 'utf8'),
      };
    } finally {
      await server.close();
    }
  }

  for (const product of PRODUCTS) {
    it(`[IMP-1] ${product}: all pages are read, rate limits are waited for, and the timeline is the same over a clock change`, async () => {
      const { report, isComplete, file, text } = await imported(product, { writesOverrides: true });
      assert.ok(isComplete, report);
      assert.match(report, /compared from 2026-10-12T\S+ to 2026-11-09\S+: no difference/);
      assert.doesNotMatch(report, /\d difference/);
      assert.doesNotMatch(report + text, new RegExp(KEY));
      assert.equal(file.people?.length, 5);
      // Saved responses give the same file again.
      const again = join(folder.path, `${product}-again.yaml`);
      await importFrom({
        product,
        from: join(folder.path, product),
        access: undefined,
        now: NOW,
        weeks: 4,
        out: again,
        save: undefined,
        writesOverrides: true,
      });
      assert.equal(readFileSync(again, 'utf8'), text);
    });
  }
});
