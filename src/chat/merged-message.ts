/** Rule BUD-7: one message instead of many that one person caused for another. */
import type { ChatLine, ChatMessage } from './provider.ts';

/** As many as anybody reads. */
export const MAX_NOTICES = 10;

export interface MergedNotices {
  readonly about: 'cover asked for' | 'answers' | 'shifts';
  /** Who caused them. */
  readonly who: string;
  /** How often it happened. */
  readonly count: number;
  /** What is still true, at most `MAX_NOTICES`. */
  readonly notices: readonly { readonly message: ChatMessage; readonly url?: string | undefined }[];
  /** What is not listed. */
  readonly moreCount: number;
  readonly url?: string | undefined;
}

export function mergedMessage({ about, who, count, notices, moreCount, url }: MergedNotices): ChatMessage {
  const listed = notices.flatMap(({ message: { title, lines }, url }): ChatLine[] => [
    [],
    ...(title === undefined ? [] : [[url === undefined ? { bold: title } : { bold: title, url }]]),
    ...lines.filter((line) => line.length > 0),
  ]);
  const isPart = notices.length + moreCount < count;
  return {
    lines: [
      headingOf(about, who, count),
      ...(isPart ? [[], ['What is still true:']] : []),
      ...listed,
      ...(moreCount > 0 ? [[], [`… and ${moreCount} more`]] : []),
      ...(url === undefined ? [] : [[], [{ bold: 'See all', url }]]),
    ],
  };
}

function headingOf(about: MergedNotices['about'], who: string, count: number): ChatLine {
  const person = { person: { name: who } };
  const often = count === 1 ? 'once more' : `${count} more times`;
  if (about === 'cover asked for') return [person, ` asked for cover ${often}.`];
  if (about === 'shifts') return [person, ` changed your shifts ${often}.`];
  return [
    `There ${count === 1 ? 'is one more notice' : `are ${count} more notices`} of `,
    person,
    ' about your cover.',
  ];
}
