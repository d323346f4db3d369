/**
 * Parses people from pasted text: plain addresses with anything between them, addresses as mail programs write them (`Ada <ada@example.com>`), or a
 * table with headings, separated by commas, semicolons or tabs.
 */
import type { BatchLine } from '../../../src/schemas/people/users.ts';

export type Line = BatchLine;

/** A person, and the line of the text that it is in, from 1. */
export interface Pasted {
  readonly line: number;
  readonly person: Line;
}

/** The server's limit for one request. */
export const MAX_LINES = 100;

/** Fields by heading, in lower case and letters only. */
const FIELDS: Readonly<Record<string, string>> = {
  email: 'email',
  emailaddress: 'email',
  mail: 'email',
  name: 'name',
  fullname: 'name',
  displayname: 'name',
  timezone: 'time_zone',
  zone: 'time_zone',
  role: 'role',
  seat: 'seat',
  chatid: 'chat_id',
};

export function peopleIn(text: string): Pasted[] {
  const rows = text
    .split(/\r?\n/)
    .map((row, i) => ({ line: i + 1, row }))
    .filter(({ row }) => row.trim() !== '');
  const first = rows[0]?.row ?? '';
  const separator = [',', ';', '\t'].find((one) => first.includes(one)) ?? ',';
  const headings = cellsOf(first, separator).map((cell) => FIELDS[cell.toLowerCase().replace(/[^a-z]/g, '')]);
  if (headings.includes('email')) {
    return rows.slice(1).map(({ line, row }) => ({ line, person: personIn(cellsOf(row, separator), headings) }));
  }
  return rows.flatMap(({ line, row }) => addressesIn(row).map((person) => ({ line, person })));
}

function personIn(cells: readonly string[], headings: readonly (string | undefined)[]): Line {
  const line: Record<string, string> = { email: '' };
  for (const [i, field] of headings.entries()) {
    const cell = cells[i]?.trim() ?? '';
    if (field !== undefined && cell !== '')
      line[field] = field === 'role' || field === 'seat' ? cell.toLowerCase() : cell;
  }
  return line as Line;
}

/** The cells of one line. A quoted cell may contain the separator, and doubled quotes. */
function cellsOf(row: string, separator: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (let i = 0; i < row.length; i++) {
    const character = row.charAt(i);
    if (isQuoted && character === '"' && row.charAt(i + 1) === '"') cells[cells.length - 1] += row.charAt(++i);
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) cells.push('');
    else cells[cells.length - 1] += character;
  }
  return cells;
}

/** Splits a line at commas and semicolons. Each part may have a name before an address in angle brackets. */
function addressesIn(row: string): Line[] {
  const parts = row.split(/[,;]/).map((part) => part.trim());
  return parts
    .flatMap((part) => (part.includes('<') || !part.includes('@') ? part : part.split(/\s+/)))
    .filter((part) => part !== '')
    .map((part) => {
      const [, name = '', email = ''] = /^"?(.*?)"?\s*<([^>]*)>$/.exec(part) ?? [];
      if (email === '') return { email: part };
      return { email: email.trim(), ...(name.trim() !== '' && { name: name.trim() }) };
    });
}

/** Why the server would refuse the whole request; then nothing is sent. */
export function problemWith(people: readonly Pasted[]): string | undefined {
  if (people.length > MAX_LINES) return `These are ${people.length} people. At most ${MAX_LINES} can be added at once.`;
  const odd = people.find(
    ({ person: { role = 'standard', seat = 'member' } }) =>
      !['standard', 'admin'].includes(role) || !['member', 'viewer'].includes(seat),
  );
  if (odd !== undefined) return `Line ${odd.line}: the role is standard or admin, and the seat is member or viewer.`;
  const long = people.find(
    ({ person: { email, name = '', chat_id = '' } }) => email.length > 254 || name.length > 100 || chat_id.length > 60,
  );
  return long !== undefined ? `Line ${long.line}: the email, the name or the chat id is too long.` : undefined;
}
