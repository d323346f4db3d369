/**
 * People from pasted text: addresses with whatever is between them, addresses as mail programs write them (`Ada <ada@example.com>`), or a
 * table with a line of headings, separated by commas, semicolons or tabs.
 */
import type { BatchLine } from '../../../src/schemas/users.ts';

export type Line = BatchLine;

/** As many as the server takes at once. */
export const MAX_LINES = 100;

/** By heading, in lower case and without what is no letter. */
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

/** One line of a table; what is in quotes may hold the separator, and quotes that are doubled. */
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

/** What is between commas, semicolons and line ends; within that, a name before an address in angle brackets. */
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

/** What the server would refuse as a whole, so that it must not be sent. */
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
