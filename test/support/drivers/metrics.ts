/** Reads the text format of Prometheus, and finds which metrics an expression of its language is about. */
import assert from 'node:assert/strict';

export interface Series {
  readonly metric: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface MetricUse {
  readonly metric: string;
  /** Labels that the expression matches, or groups by. */
  readonly labels: readonly string[];
  /** Labels that must have exactly this value. */
  readonly values: Readonly<Record<string, string>>;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\\\': '\\', '\\"': '"', '\\n': '\n' };

/** Every sample; fails for a line that is none. */
export function seriesIn(text: string): Series[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const found = /^([a-z_0-9]+)(?:\{((?:\w+="(?:[^"\\]|\\[\\"n])*",?)*)\})? (\S+)$/.exec(line);
    assert.ok(found !== null, line);
    const [, metric = '', labels = '', value] = found;
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\[\\"n])*)"/g)].map(
      ([, label = '', text = '']) =>
        [label, text.replaceAll(/\\[\\"n]/g, (written) => ESCAPES[written] ?? '')] as const,
    );
    return { metric, labels: Object.fromEntries(pairs), value: Number(value) };
  });
}

/** Each metric of an expression, with the labels in its braces, and those of the nearest `by (…)` before it. */
export function usesIn(expression: string): MetricUse[] {
  const metrics = expression.matchAll(/\b((?:watchbill|nodejs|process)_\w+|up\b)(?:\{([^}]*)\})?/g);
  return [...metrics].map(({ 1: metric = '', 2: matchers = '', index }) => {
    const grouped = /by \(([^)]*)\) \([^)]*$/.exec(expression.slice(0, index))?.[1];
    const matched = [...matchers.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)];
    return {
      metric,
      labels: [...matched.map(([, label = '']) => label), ...(grouped?.split(/, */) ?? [])],
      values: Object.fromEntries(
        matched.flatMap(([, label = '', is, value = '']) => (is === '=' ? [[label, value]] : [])),
      ),
    };
  });
}
