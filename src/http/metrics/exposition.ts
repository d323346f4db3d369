/** The text format of Prometheus, version 0.0.4. */

export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Undefined: without the label. */
export type Labels = Readonly<Record<string, string | undefined>>;

export interface Metric {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly name: string;
  readonly help: string;
}

/** The lines before the samples of a metric. All of its samples follow. */
export function headOf({ kind, name, help }: Metric): string {
  return `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${kind}\n`;
}

export function sampleOf(name: string, labels: Labels, value: number): string {
  return lineOf(name, labelText(labels), value);
}

/** The labels as they stand between the braces. */
export function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).flatMap(([label, text]) =>
    text === undefined ? [] : `${label}="${escaped(text)}"`,
  );
  return pairs.join();
}

/** `labels`: from `labelText`, several with commas between them. */
export function lineOf(name: string, labels: string, value: number): string {
  return `${name}${labels === '' ? '' : `{${labels}}`} ${value}\n`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
