/** The contrast of all text colours, by the formula of WCAG 2.2. axe only sees combinations that happen to be on a page. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { contrastOf } from '../../support/drivers/web/contrast.ts';

const TOKENS = readFileSync(new URL('../../../web/ui/style/tokens.css', import.meta.url), 'utf8');

const TEXTS = ['text', 'quiet', 'accent-text', 'danger-text', 'warning-text', 'good-text'];
const GROUNDS = ['canvas', 'surface', 'raised', 'sunken', 'accent-tint', 'danger-tint', 'warning-tint', 'good-tint'];

/** Not text, but must be visible: 3:1. */
const SIGNS = ['control-line', 'accent', 'danger', 'now', 'gap-border'];

for (const scheme of ['light', 'dark']) {
  describe(`the colours of the ${scheme} scheme`, () => {
    const block = TOKENS.split(`[data-mantine-color-scheme="${scheme}"]`)[1]?.split('}')[0] ?? '';
    const colors = new Map(
      [...block.matchAll(/--page-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
    );
    const contrast = (one: string, other: string) => contrastOf(hexOf(one), hexOf(other));
    const hexOf = (name: string) => colors.get(name) ?? assert.fail(`there is no colour ${name}`);

    it('keep every text legible on every background', () => {
      for (const text of TEXTS) {
        for (const ground of GROUNDS) assert.ok(contrast(text, ground) >= 4.5, `${text} on ${ground}`);
      }
      assert.ok(contrast('on-ink', 'ink') >= 7);
      assert.ok(contrast('placeholder', 'surface') >= 4.5);
    });

    it('keep signs visible', () => {
      for (const sign of SIGNS) assert.ok(contrast(sign, 'surface') >= 3, sign);
      assert.ok(contrast('control-line', 'raised') >= 3, 'control-line in dialogs');
    });
  });
}
