/** Composes the mail of a notification from the current state: the text of the chat, with times in the reader's zone. */
import { plainInstant } from '../../chat/plain-text.ts';
import type { ChatLine, ChatMessage, ChatPiece } from '../../chat/provider.ts';
import type { Transaction } from '../../db/driver/database.ts';
import { organizationById } from '../../db/people/organizations.ts';
import type { UserRow } from '../../db/people/users.ts';
import type { Letter, LetterLine, Paragraph } from '../../mail/letter.ts';
import type { NoticeKind } from '../../schemas/notices.ts';
import { asSingleLine } from '../../text/harmless-text.ts';
import {
  composeAskedForYou,
  composeCannotCover,
  composeCoverageCard,
  composeCoverageTaken,
  composeCoverEnded,
} from '../messages/coverage-words.ts';
import { composeMerged } from '../messages/merged-words.ts';
import { coveragePage, overviewPage, problemPage, schedulePage } from '../messages/page-links.ts';
import { composeProblem } from '../messages/problem-words.ts';
import { composeReminder } from '../messages/reminder-words.ts';
import { composeShiftMoved } from '../messages/shift-words.ts';
import type { PersonalEvent } from '../outbox/chat-events.ts';
import type { Services } from '../shared/services.ts';

/** The content of a mail, before it is written for its reader. */
interface LetterContent {
  readonly subject: ChatLine;
  readonly lines: readonly ChatLine[];
  readonly link: { readonly label: string; readonly url: string | undefined };
  /** Why the reader gets it. */
  readonly because: string;
}

/** Undefined if there is nothing left to say. */
export async function composeLetter(
  services: Services,
  tx: Transaction,
  user: UserRow,
  event: PersonalEvent,
): Promise<Letter | undefined> {
  const content = await composeContent(services, tx, user, event);
  return content && letterOf(tx, user, content);
}

/** Rule BUD-7: one mail for all of them. Undefined if there is nothing left to say. */
export async function composeMergedLetter(
  services: Services,
  tx: Transaction,
  user: UserRow,
  burst: string,
  events: readonly PersonalEvent[],
): Promise<Letter | undefined> {
  const words = await composeMerged(services, tx, user.organization_id, burst, events);
  if (words === undefined) return undefined;
  const [subject = [], ...lines] = words.message.lines;
  const because = 'They are in one mail because there were more than ten within an hour.';
  // The last line is the link, which a mail has as a button.
  return letterOf(tx, user, {
    subject,
    lines: lines.slice(0, -2),
    link: { label: 'See all', url: words.url },
    because,
  });
}

async function letterOf(
  tx: Transaction,
  user: UserRow,
  { subject, lines, link, because }: LetterContent,
): Promise<Letter> {
  const organization = await tx.first(organizationById, { id: user.organization_id });
  const zone = user.time_zone ?? organization?.time_zone ?? 'UTC';
  const heading = subject.map((piece) => textOf(piece, zone)).join('');
  const hasTimes = [...subject, ...lines.flat()].some((piece) => typeof piece === 'object' && 'instant' in piece);
  return {
    subject: heading,
    paragraphs: [heading, ...paragraphsOf(lines, zone), ...(hasTimes ? [`Times are in your time zone, ${zone}.`] : [])],
    link: { label: link.label, url: link.url ?? '' },
    footer: `Watchbill, for ${asSingleLine(organization?.name ?? 'your organization')}. ${because}`,
  };
}

async function composeContent(
  services: Services,
  tx: Transaction,
  { organization_id: organizationId }: UserRow,
  event: PersonalEvent,
): Promise<LetterContent | undefined> {
  switch (event.kind) {
    case 'reminder':
      return reminderContent(services, await composeReminder(services, tx, organizationId, event), event);
    case 'coverage card': {
      const card = await composeCoverageCard(services, tx, organizationId, '', event, false);
      return card && { ...requestContent(services, event.requestId, card.lines), subject: [card.title ?? ''] };
    }
    case 'coverage taken': {
      const message = await composeCoverageTaken(services, tx, organizationId, '', event);
      if (message === undefined) return undefined;
      const [who = [], ...shifts] = message.lines;
      const because = 'You get this because you asked for cover.';
      return { ...requestContent(services, event.requestId, shifts), subject: withoutColon(who), because };
    }
    case 'cover asked for you': {
      const message = await composeAskedForYou(services, tx, organizationId, event);
      return (
        message && answerContent(services, event.requestId, message, 'You get this because these are your shifts.')
      );
    }
    case 'cover declined': {
      const message = await composeCannotCover(services, tx, organizationId, event);
      return message && answerContent(services, event.requestId, message, 'You get this because you asked for cover.');
    }
    case 'cover ended': {
      const message = await composeCoverEnded(services, tx, organizationId, event);
      return message && answerContent(services, event.requestId, message, 'You get this because you asked for cover.');
    }
    case 'service problem': {
      const message = await composeProblem(services, tx, organizationId, event);
      return message && problemContent(services, message, event.notice);
    }
    case 'shift moved': {
      const message = await composeShiftMoved(services, tx, organizationId, event);
      return message && movedContent(services, message, event);
    }
  }
}

function reminderContent(
  services: Services,
  message: ChatMessage | undefined,
  { scheduleId, start }: Extract<PersonalEvent, { kind: 'reminder' }>,
): LetterContent | undefined {
  if (message === undefined) return undefined;
  return {
    subject: ['You are on call from ', { instant: start, zone: '' }],
    lines: message.lines,
    link: { label: 'See the schedule', url: schedulePage(services, scheduleId) },
    because: 'You get this because you asked to be reminded of your shifts.',
  };
}

function requestContent(
  services: Services,
  requestId: string,
  lines: readonly ChatLine[],
): Omit<LetterContent, 'subject'> {
  return {
    lines,
    link: { label: 'See the request', url: coveragePage(services, requestId) },
    because: 'You get this because you could cover.',
  };
}

/** The one sentence of the message is the subject; its link becomes the link of the mail. */
function answerContent(services: Services, requestId: string, { lines }: ChatMessage, because: string): LetterContent {
  const [sentence = ''] = lines[0] ?? [];
  return { ...requestContent(services, requestId, []), subject: [sentence], because };
}

function movedContent(
  services: Services,
  { lines }: ChatMessage,
  { scheduleId, deleted }: Extract<PersonalEvent, { kind: 'shift moved' }>,
): LetterContent {
  const name = lines[0]?.find((piece) => typeof piece === 'object' && 'bold' in piece) ?? 'a schedule';
  return {
    subject: ['Your shifts in ', name, ' changed'],
    lines: withoutName(lines),
    link:
      deleted === undefined
        ? { label: 'See the schedule', url: schedulePage(services, scheduleId) }
        : { label: 'See who is on call', url: overviewPage(services) },
    because: 'You get this because others changed when you are on call.',
  };
}

function problemContent(services: Services, { lines }: ChatMessage, notice: NoticeKind): LetterContent {
  return {
    subject: [PROBLEMS[notice]],
    lines: withoutName(lines).flatMap((line) => [line, []]),
    link: { label: 'See more', url: problemPage(services, notice) },
    because: 'You get this because you are an owner or admin.',
  };
}

const PROBLEMS: Readonly<Record<NoticeKind, string>> = {
  messages_wait: 'Messages to the chat wait',
  messages_failed: 'Messages to the chat did not arrive',
  groups_fail: 'User groups of the chat are not up to date',
  mails_wait: 'Mails wait',
  mails_failed: 'Mails did not arrive',
  webhooks_disabled: 'A webhook was disabled',
  webhooks_fail: 'A webhook fails',
  identities_refused: 'A sign-in was refused',
};

/** `Primary: Ada put you on call …`: without the schedule, which is in the heading. */
function withoutName([first = [], ...others]: readonly ChatLine[]): ChatLine[] {
  const rest = first.slice(2);
  return [...(rest.length === 0 ? [] : [rest]), ...others];
}

function withoutColon(line: ChatLine): ChatLine {
  return line.filter((piece, i) => i < line.length - 1 || piece !== ':');
}

/** An empty line starts a new paragraph. */
function paragraphsOf(lines: readonly ChatLine[], zone: string): Paragraph[] {
  const paragraphs: LetterLine[][] = [[]];
  for (const line of lines) {
    if (line.length === 0) paragraphs.push([]);
    else paragraphs.at(-1)?.push(line.map((piece) => letterPiece(piece, zone)));
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0);
}

function letterPiece(piece: ChatPiece, zone: string): LetterLine[number] {
  return typeof piece === 'object' && 'bold' in piece ? { bold: asSingleLine(piece.bold) } : textOf(piece, zone);
}

function textOf(piece: ChatPiece, zone: string): string {
  if (typeof piece === 'string') return asSingleLine(piece);
  if ('bold' in piece) return asSingleLine(piece.bold);
  return 'person' in piece ? asSingleLine(piece.person.name) : plainInstant(piece.instant, zone);
}
