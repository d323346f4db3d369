/** The report of an import or a comparison, as text for a terminal. */
import { asSingleLine } from '../text/harmless-text.ts';
import { formatInstant } from '../time/iso.ts';
import { differenceLines } from './difference-lines.ts';
import type { Moved } from './moving.ts';
import { PRODUCT_NAMES, type Source } from './source.ts';
import type { Outcome } from './translation.ts';

export function importReport(source: Source, { file, outcomes, groups, notes }: Moved, fileName: string): string {
  const { schedules = [], people = [], teams = [] } = file;
  const shared = outcomes.filter((outcome) => outcome.drafts.length > 1 && !groups.has(outcome));
  const lines = [
    `${PRODUCT_NAMES[source.product]}: ${counted(source.schedules.length, 'schedule')} read. ${fileName} has ${counted(schedules.length, 'schedule')}, ${counted(people.length, 'person', 'people')} and ${counted(teams.length, 'team')}.`,
    '',
    ...outcomes.flatMap((outcome) => {
      const group = groups.get(outcome);
      return [...linesOf(outcome), ...(group === undefined ? [] : [`  user group: @${group.handle}`]), ''];
    }),
    ...notes,
    ...source.ignored.map((name) => `Not understood, and not used: ${name}`),
    ...(shared.length > 0
      ? [
          'Schedules that belong together can have one user group in the chat: run the command again with --user-groups.',
        ]
      : []),
    ...endLines(outcomes),
  ];
  return `${lines.map(asSingleLine).join('\n')}\n`;
}

/** Whether the file has everything of the source, and no difference was found. */
export function isWhole({ missing, proof }: Outcome): boolean {
  return missing.length === 0 && (proof === undefined || proof.differences.length === 0);
}

function endLines(outcomes: readonly Outcome[]): string[] {
  const open = outcomes.filter((outcome) => !isWhole(outcome));
  if (open.length === 0) return ['Everything is in the file.'];
  const lost = open.reduce((sum, { missing }) => sum + missing.length, 0);
  const differences = open.reduce((sum, { proof }) => sum + (proof?.differences.length ?? 0), 0);
  return [
    `NOT in the file: ${counted(lost, 'thing')} of the source. Differences: ${differences}.`,
    open.some(({ schedule }) => schedule.rendered !== undefined)
      ? 'Run the command again with --overrides to write them as overrides, as far as the timeline of the source was read.'
      : 'To write them as overrides, run the command with --overrides and with a timeline of the source that reaches into the future.',
  ];
}

function linesOf({ schedule, drafts, fits, notes, translated, leftOut, missing, written, proof }: Outcome): string[] {
  const names = drafts.map(({ name }) => name).join(', ');
  const overrides = drafts.reduce((sum, draft) => sum + draft.overrides.length, 0);
  return [
    `${schedule.name} → ${drafts.length === 0 ? 'not in the file' : drafts.length === 1 ? names : `${drafts.length} schedules: ${names}`}`,
    ...(fits.length > 0 ? [`  fits: ${fits.join(', ')}`] : []),
    ...notes.map((text) => `  note: ${text}`),
    ...translated.map((text) => `  translated: ${text}`),
    ...leftOut.map((text) => `  left out: ${text}`),
    ...(overrides > 0 ? [`  overrides: ${overrides}`] : []),
    ...written.map((text) => `  as overrides until ${formatInstant(schedule.rendered?.end ?? 0)}: ${text}`),
    ...missing.map((text) => `  NOT IN THE FILE: ${text}`),
    ...(proof === undefined
      ? drafts.length === 0
        ? []
        : ['  not compared: the timeline of the source was not read']
      : [
          `  compared from ${formatInstant(proof.start)} to ${formatInstant(proof.end)}: ${proof.differences.length === 0 ? 'no difference' : counted(proof.differences.length, 'difference')}`,
          ...differenceLines(proof.differences).map((line) => `    ${line}`),
        ]),
  ];
}

export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
