/** Shared by the suites of the products: translates a source, and shows who is on call. */
import assert from 'node:assert/strict';
import type { FileLayer, FileSchedule, WatchbillFile } from '../../src/as-code/file/file.ts';
import { parseFile, writeFile } from '../../src/as-code/file/yaml.ts';
import { unionSegments } from '../../src/moving-in/drafts.ts';
import { moved } from '../../src/moving-in/moving.ts';
import type { Source } from '../../src/moving-in/source.ts';
import type { Outcome } from '../../src/moving-in/translation.ts';

export const NOW = Date.parse('2026-10-12T07:00:00Z');

export interface Case {
  readonly file: WatchbillFile;
  readonly outcome: Outcome;
  /** The schedules of the first source schedule. */
  readonly schedules: readonly FileSchedule[];
  readonly layer: FileLayer;
  /** Who is on call, as names: `ada` for ada@example.com. */
  who(at: string): string;
}

/** The file is written and read again, which proves that it is valid. */
export function translated(
  source: Source,
  { now = NOW, writesOverrides = false, writesUserGroups = false } = {},
): Case {
  const { file, outcomes } = moved(source, { now, writesOverrides, writesUserGroups });
  const [outcome] = outcomes;
  assert.ok(outcome !== undefined);
  const read = parseFile(writeFile(file), 'file.yaml').file;
  assert.deepEqual(read, file);
  const schedules = file.schedules ?? [];
  return {
    file,
    outcome,
    schedules,
    layer: schedules[0]?.layers[0] as FileLayer,
    who(at) {
      const instant = Date.parse(at);
      const [segment] = unionSegments(outcome.drafts, instant, instant + 1);
      return (segment?.people ?? []).map((person) => person.replace('@example.com', '')).join(' ');
    },
  };
}
