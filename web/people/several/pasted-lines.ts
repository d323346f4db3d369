/**
 * Parses people from pasted text: plain addresses with anything between them, addresses as mail programs write them (`Ada <ada@example.com>`), or a
 * table with headings, separated by commas, semicolons or tabs.
 */
import type { BatchLine } from '../../../src/schemas/people/users.ts';

export type Line = BatchLine;

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

export function linesOf(text: string): Line[] {
  const rows = text.split(/\r?\n/).filter((row) => row.trim() !== '');
  const separator = [',', ';', '\t'].find((one) => (rows[0] ?? '').includes(one)) ?? ',';
  const headings = cellsOf(rows[0] ?? '', separator).map((cell) => FIELDS[cell.toLowerCase().replace(/[^a-z]/g, '')]);
  if (headings.includes('email')) return rows.slice(1).map((row) => lineOf(cellsOf(row, separator), headings));
  return addressesIn(text);
}

function lineOf(cells: readonly string[], headings: readonly (string | undefined)[]): Line {
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

/** Splits at commas, semicolons and line ends. Each part may have a name before an address in angle brackets. */
function addressesIn(text: string): Line[] {
  const parts = text.split(/[,;\n]/).map((part) => part.trim());
  return parts
    .flatMap((part) => (part.includes('<') || !part.includes('@') ? part : part.split(/\s+/)))
    .filter((part) => part !== '')
    .map((part) => {
      const [, name = '', email = ''] = /^"?(.*?)"?\s*<([^>]*)>$/.exec(part) ?? [];
      if (email === '') return { email: part };
      return { email: email.trim(), ...(name.trim() !== '' && { name: name.trim() }) };
    });
}

/** Why the server would refuse the whole request; such lines are not sent. */
export function problemWith(lines: readonly Line[]): string | undefined {
  if (lines.length > MAX_LINES) return `These are ${lines.length} lines. At most ${MAX_LINES} can be added at once.`;
  const odd = lines.findIndex(
    ({ role = 'standard', seat = 'member' }) =>
      !['standard', 'admin'].includes(role) || !['member', 'viewer'].includes(seat),
  );
  if (odd >= 0) return `Line ${odd + 1}: the role is standard or admin, and the seat is member or viewer.`;
  const long = lines.findIndex(
    ({ email, name = '', chat_id = '' }) => email.length > 254 || name.length > 100 || chat_id.length > 60,
  );
  return long >= 0 ? `Line ${long + 1}: the email, the name or the chat id is too long.` : undefined;
}
