/**
 * Identifiers: a prefix for the kind of thing, and a lower-case ULID (48 bits of time, 80 random bits). So ids sort by creation and cannot be
 * guessed. Each kind has its own type: a team's id cannot be used as a user's.
 */
import type { Clock } from './time/clock.ts';

/** The prefix of each kind. A new kind of entity starts with a line here. */
export const ID_PREFIXES = {
  organization: 'org',
  user: 'usr',
  team: 'tea',
  schedule: 'sch',
  override: 'ovr',
  coverageRequest: 'cov',
  coverageAnswer: 'ans',
  apiKey: 'key',
  session: 'ses',
  auditEntry: 'aud',
  localChatGroup: 'grp',
  localChatMessage: 'msg',
  changeNotification: 'new',
  delivery: 'del',
  lease: 'lea',
  identity: 'idn',
  calendarFeed: 'cal',
  webhook: 'whk',
  timeOff: 'off',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

declare const kind: unique symbol;
export type Id<K extends IdKind> = string & { readonly [kind]: K };

export type OrganizationId = Id<'organization'>;
export type UserId = Id<'user'>;
export type TeamId = Id<'team'>;
export type ScheduleId = Id<'schedule'>;
export type OverrideId = Id<'override'>;
export type CoverageRequestId = Id<'coverageRequest'>;
export type CoverageAnswerId = Id<'coverageAnswer'>;
export type ApiKeyId = Id<'apiKey'>;
export type SessionId = Id<'session'>;
export type AuditEntryId = Id<'auditEntry'>;
export type LocalChatGroupId = Id<'localChatGroup'>;
export type LocalChatMessageId = Id<'localChatMessage'>;
export type ChangeNotificationId = Id<'changeNotification'>;
export type DeliveryId = Id<'delivery'>;
export type LeaseId = Id<'lease'>;
export type IdentityId = Id<'identity'>;
export type CalendarFeedId = Id<'calendarFeed'>;
export type WebhookId = Id<'webhook'>;
export type TimeOffId = Id<'timeOff'>;

export type IdSource = <K extends IdKind>(of: K) => Id<K>;

/** Crockford’s alphabet: no i, l, o, u, so an id can be read aloud or copied by hand. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;
const CHANCE_LENGTH = 16;

/** 26 characters of 5 bits are 130 bits: the first may have only 3 of them. */
const ULID = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/**
 * Creates strictly ascending ids, also within a millisecond and when the clock steps back. Lists are ordered by them, and of two overrides created in
 * the same millisecond, the second must be the later one.
 */
export function createIdSource(clock: Clock): IdSource {
  let lastMs = -1;
  const chance = new Uint8Array(CHANCE_LENGTH);

  return (of) => {
    const nowMs = clock.now();
    if (nowMs > lastMs) {
      lastMs = nowMs;
      drawChance(chance);
    } else if (!increment(chance)) {
      lastMs += 1;
      drawChance(chance);
    }
    return `${ID_PREFIXES[of]}_${encodeTime(lastMs)}${encodeChance(chance)}` as Id<typeof of>;
  };
}

/** The id of something that is stored without one, from its creation time and 16 bytes of a hash of its content. */
export function derivedId<K extends IdKind>(of: K, epochMs: number, hash: Uint8Array): Id<K> {
  const digits = hash.slice(0, CHANCE_LENGTH).map((byte) => byte & 31);
  return `${ID_PREFIXES[of]}_${encodeTime(epochMs)}${encodeChance(digits)}` as Id<K>;
}

/** Parses an id of this kind. Undefined if the text has another form, so that no such entity can exist. */
export function parseId<K extends IdKind>(of: K, text: string): Id<K> | undefined {
  const prefix = `${ID_PREFIXES[of]}_`;
  return text.startsWith(prefix) && ULID.test(text.slice(prefix.length)) ? (text as Id<K>) : undefined;
}

function drawChance(digits: Uint8Array<ArrayBuffer>): void {
  crypto.getRandomValues(digits);
  for (let i = 0; i < digits.length; i++) digits[i] = (digits[i] as number) & 31;
}

/** Adds one to a number of base-32 digits; false if it was the largest number. */
function increment(digits: Uint8Array): boolean {
  for (let i = digits.length - 1; i >= 0; i--) {
    const digit = digits[i] as number;
    if (digit < 31) {
      digits[i] = digit + 1;
      return true;
    }
    digits[i] = 0;
  }
  return false;
}

function encodeTime(epochMs: number): string {
  let text = '';
  for (let rest = epochMs, i = 0; i < TIME_LENGTH; i++, rest = Math.floor(rest / 32)) text = ALPHABET[rest % 32] + text;
  return text;
}

function encodeChance(digits: Uint8Array): string {
  let text = '';
  for (const digit of digits) text += ALPHABET[digit];
  return text;
}
