/** `watchbill import PRODUCT`: reads a source, writes the file, and tells what became of each part. */
import { renameSync, writeFileSync } from 'node:fs';
import { parseFile, writeFile } from '../as-code/yaml.ts';
import { MINUTE_MS, WEEK_MS } from '../time/units.ts';
import { type Document, readDocuments, saveDocuments } from './documents.ts';
import { moved } from './moving.ts';
import { type Access, type Asked, fetchDocuments } from './products/fetching.ts';
import { readGoAlert } from './products/goalert.ts';
import { readGrafanaOnCall } from './products/grafana-oncall.ts';
import { readOpsgenie } from './products/opsgenie.ts';
import { readPagerDuty } from './products/pagerduty.ts';
import { importReport, isWhole } from './report.ts';
import { type Product, type Source, SourceError } from './source.ts';

export interface SourceOptions {
  readonly product: Product;
  /** A file or folder; undefined: the API. */
  readonly from: string | undefined;
  readonly access: Access | undefined;
  readonly now: number;
  /** How far ahead the timeline of the source is read from its API. */
  readonly weeks: number;
}

export interface ImportOptions extends SourceOptions {
  readonly out: string;
  /** A folder for what the API answered. */
  readonly save: string | undefined;
  readonly writesOverrides: boolean;
}

const READERS: Readonly<Record<Product, (documents: readonly Document[], now: number) => Source>> = {
  opsgenie: readOpsgenie,
  pagerduty: readPagerDuty,
  'grafana-oncall': readGrafanaOnCall,
  goalert: readGoAlert,
};

export interface ImportResult {
  readonly report: string;
  /** Whether everything of the source is in the file, and nothing differs as far as that was compared. */
  readonly isComplete: boolean;
}

export async function importFrom(options: ImportOptions): Promise<ImportResult> {
  const { out, save, now, writesOverrides } = options;
  const { source, documents } = await readSource(options);
  if (save !== undefined) saveDocuments(save, documents);
  if (source.schedules.length === 0) throw new SourceError('The source has no schedule.');
  const result = moved(source, { now, writesOverrides });
  const text = writeFile(result.file);
  // The rules of the file hold for what is written here too; a problem shows now, not when it is applied.
  parseFile(text, out);
  writeWhole(out, text);
  return {
    report: importReport(source, result, out),
    isComplete: result.outcomes.every(isWhole),
  };
}

export async function readSource(options: SourceOptions): Promise<{ source: Source; documents: Document[] }> {
  const { product, from, access, now, weeks } = options;
  const documents =
    from !== undefined
      ? readDocuments(from)
      : await fetchDocuments(product, access ?? noAccess(), askedFrom(now, weeks));
  return { source: READERS[product](documents, now), documents };
}

/** From a whole minute on, which every product takes. */
function askedFrom(now: number, weeks: number): Asked {
  const start = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  return { start, end: start + weeks * WEEK_MS };
}

function noAccess(): never {
  throw new SourceError('Name a file with --from, or an API with its key.');
}

/** Never half a file. */
function writeWhole(path: string, text: string): void {
  try {
    writeFileSync(`${path}.part`, text);
    renameSync(`${path}.part`, path);
  } catch (error) {
    throw new SourceError(`${path} cannot be written: ${(error as Error).message}.`);
  }
}
