/** `watchbill import PRODUCT`: reads a source, writes the file, and reports what happened to each part. */
import { renameSync, writeFileSync } from 'node:fs';
import { MAX_SCHEDULES } from '../as-code/file/file.ts';
import { parseFile, writeFile } from '../as-code/file/yaml.ts';
import { MINUTE_MS, WEEK_MS } from '../time/units.ts';
import { withPlace } from './bad-value.ts';
import { readDocuments, saveDocuments } from './documents.ts';
import { moved } from './moving.ts';
import { type Access, type Asked, fetchDocuments } from './products/fetching.ts';
import { readGoAlert } from './products/goalert.ts';
import { readGrafanaOnCall } from './products/grafana-oncall.ts';
import { readOpsgenie } from './products/opsgenie.ts';
import { readPagerDuty } from './products/pagerduty.ts';
import { importReport, isWhole } from './report.ts';
import { type Document, type Product, type Source, SourceError } from './source.ts';

export interface SourceOptions {
  readonly product: Product;
  /** A file or folder; undefined: the API. */
  readonly from: string | undefined;
  readonly access: Access | undefined;
  readonly now: number;
  /** How far ahead the source's own timeline is read from its API. */
  readonly weeks: number;
}

export interface ImportOptions extends SourceOptions {
  readonly out: string;
  /** A folder for the responses of the API. */
  readonly save: string | undefined;
  readonly writesOverrides: boolean;
  readonly writesUserGroups?: boolean;
}

const READERS: Readonly<Record<Product, (documents: readonly Document[], now: number) => Source>> = {
  opsgenie: readOpsgenie,
  pagerduty: readPagerDuty,
  'grafana-oncall': readGrafanaOnCall,
  goalert: readGoAlert,
};

export interface ImportResult {
  readonly report: string;
  /** Whether the file has everything of the source, and no difference was found. */
  readonly isComplete: boolean;
}

export async function importFrom(options: ImportOptions): Promise<ImportResult> {
  const { out, save, now, writesOverrides, writesUserGroups = false } = options;
  const { source, documents } = await readSource(options);
  if (save !== undefined) saveDocuments(save, documents);
  if (source.schedules.length === 0) throw new SourceError(withoutSchedule(source));
  const result = moved(source, { now, writesOverrides, writesUserGroups });
  const text = writeFile(result.file);
  // Checks the written file by the rules for files, so that a problem shows now and not when it is applied.
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
  try {
    const source = READERS[product](documents, now);
    const { length } = source.schedules;
    if (length > MAX_SCHEDULES) {
      throw new SourceError(
        `The source has ${length} schedules; a file of schedules as code has at most ${MAX_SCHEDULES}.`,
      );
    }
    return { source, documents };
  } catch (error) {
    throw withPlace(error, documents);
  }
}

/** From a whole minute on, which every product accepts. */
function askedFrom(now: number, weeks: number): Asked {
  const start = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  return { start, end: start + weeks * WEEK_MS };
}

function withoutSchedule({ ignored }: Source): string {
  return `The source has no schedule.${ignored.length === 0 ? '' : ` Not understood: ${ignored.join(', ')}.`}`;
}

function noAccess(): never {
  throw new SourceError('Give a file with --from, or the key of the API.');
}

/** Writes to a temporary file and renames it, so that no incomplete file is left. */
function writeWhole(path: string, text: string): void {
  try {
    writeFileSync(`${path}.part`, text);
    renameSync(`${path}.part`, path);
  } catch (error) {
    throw new SourceError(`${path} cannot be written: ${(error as Error).message}.`);
  }
}
