/**
 * Runs axe in a page. The contrast of texts takes most of its time, so equal texts are checked once: those with the same colours, size and state, in
 * elements with the same backgrounds.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Serious and critical violations of all rules, or of some. Each rule has one impact. */
export async function violationsOn(page: Page, rules: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await AXE);
  return page.evaluate(findViolations, rules);
}

/** Runs in the page. */
async function findViolations(runOnly: readonly string[]): Promise<string[]> {
  interface Violation {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }
  interface Rule {
    readonly id: string;
    readonly impact: string;
    matches(element: Element, ...more: unknown[]): boolean;
  }
  interface Color {
    r: number;
    g: number;
    b: number;
    alpha: number;
    parseString(text: string): Color;
  }
  interface Axe {
    readonly commons: { readonly color: { readonly Color: { readonly prototype: Color } } };
    readonly _audit: { readonly rules: readonly Rule[] };
    run(options: object): Promise<{ readonly violations: readonly Violation[] }>;
  }
  const { axe } = globalThis as unknown as { axe: Axe };
  const restore = [showPage(), rememberColors(), lookAtKindsOnce(), doNotPause()];
  const mild = axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate');
  const options = {
    resultTypes: ['violations'],
    ...(runOnly.length > 0
      ? { runOnly }
      : { rules: Object.fromEntries(mild.map(({ id }) => [id, { enabled: false }])) }),
  };
  try {
    const { violations } = await axe.run(options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    );
  } finally {
    for (const one of restore) one();
  }

  /** Undoes `paintNothing` of browser-windows.ts. */
  function showPage() {
    const { unpainted } = globalThis as { unpainted?: CSSStyleSheet };
    if (unpainted !== undefined) unpainted.disabled = true;
    return () => {
      if (unpainted !== undefined) unpainted.disabled = false;
    };
  }

  /** For each text, axe reads the colours of everything behind it. Caching them saves a quarter of its time. */
  function rememberColors() {
    const color = axe.commons.color.Color.prototype;
    const read = color.parseString;
    const known = new Map<string, Pick<Color, 'r' | 'g' | 'b' | 'alpha'>>();
    color.parseString = function (text) {
      const { r, g, b, alpha } = known.get(text) ?? read.call(this, text);
      known.set(text, { r, g, b, alpha });
      return Object.assign(this, { r, g, b, alpha });
    };
    return () => {
      color.parseString = read;
    };
  }

  function lookAtKindsOnce() {
    const rule = axe._audit.rules.find(({ id }) => id === 'color-contrast');
    if (rule === undefined) throw new Error('axe has no rule color-contrast');
    const { matches } = rule;
    const seen = new Set<string>();
    const known = new Map<Element, number>();
    const numbers = new Map<string, number>();

    /** Identifies what is behind and around the element: equal numbers for equal backgrounds. */
    function backgroundOf(element: Element | null): number {
      if (element === null) return -1;
      const before = known.get(element);
      if (before !== undefined) return before;
      const style = getComputedStyle(element);
      const state = [...element.attributes].filter(({ name }) =>
        /^(class|data-|aria-(?!label|describedby|controls))/.test(name),
      );
      const text = [
        backgroundOf(element.parentElement),
        element.tagName,
        ...state.map(({ name, value }) => `${name}=${value}`),
        ...['background-color', 'background-image', 'opacity', 'filter'].map((name) => style.getPropertyValue(name)),
      ].join('|');
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      known.set(element, number);
      return number;
    }

    rule.matches = function (element, ...more) {
      const isField = element.matches('input, select, textarea');
      const hasText = [...element.childNodes].some(
        ({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim() !== '',
      );
      if (!isField && !hasText) return false;
      const style = getComputedStyle(element);
      const kind = [
        backgroundOf(element),
        ...['color', 'font-size', 'font-weight', 'text-shadow'].map((name) => style.getPropertyValue(name)),
      ].join('|');
      if (seen.has(kind) || !matches.call(this, element, ...more)) return false;
      seen.add(kind);
      return true;
    };
    return () => {
      rule.matches = matches;
    };
  }

  /** axe pauses after each of its hundred rules to keep a page responsive, which nobody needs here. */
  function doNotPause() {
    const later = globalThis.setTimeout;
    globalThis.setTimeout = ((work: () => void, ms = 0) =>
      ms > 0 ? later(work, ms) : queueMicrotask(work)) as typeof setTimeout;
    return () => {
      globalThis.setTimeout = later;
    };
  }
}
