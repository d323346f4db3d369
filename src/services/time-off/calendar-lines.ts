/**
 * Finds what is wrong with the lines of an iCalendar file (RFC 5545), in words of our own. The parser takes a component that ends as another one, or
 * not at all, for an empty one, and fails on some lines with errors of its own code.
 */
import ICAL from 'ical.js';
import { quoted } from '../../errors.ts';

/** A line without its folds. */
interface Line {
  readonly number: number;
  readonly text: string;
}

/** A component that has begun and not ended. */
interface Open {
  readonly name: string;
  readonly number: number;
}

/** Undefined if each component ends where it should. The lines between may still be unreadable. */
export function problemOfComponents(text: string): string | undefined {
  const open: Open[] = [];
  const lines = linesOf(text);
  for (const { number, text } of lines) {
    const [, edge = '', name = ''] = /^(BEGIN|END):(.*)$/i.exec(text)?.map((part) => part.toUpperCase()) ?? [];
    const inside = open.at(-1);
    if (inside === undefined && !(edge === 'BEGIN' && name === 'VCALENDAR')) {
      return `line ${number} must be BEGIN:VCALENDAR; it is ${quoted(text)}`;
    }
    if (edge === 'BEGIN') open.push({ name, number });
    if (edge !== 'END' || inside === undefined) continue;
    if (inside.name !== name) return `line ${number} is ${quoted(text)}, but ${withoutEnd(inside)}`;
    open.pop();
  }
  const last = open.at(-1);
  if (last !== undefined) return `it breaks off: ${withoutEnd(last)}`;
  return lines.length === 0 ? 'it has no BEGIN:VCALENDAR' : undefined;
}

/** The first line that the parser cannot read, in a file that it cannot read. */
export function problemOfProperties(text: string): string {
  const bad = linesOf(text).find((line) => !/^(BEGIN|END):/i.test(line.text) && !isReadable(line));
  return bad === undefined ? 'its lines cannot be read' : `line ${bad.number} cannot be read: ${quoted(bad.text)}`;
}

function isReadable({ text }: Line): boolean {
  try {
    ICAL.parse.property(text, ICAL.design.icalendar);
    return true;
  } catch {
    return false;
  }
}

function withoutEnd({ name, number }: Open): string {
  return `the component ${quoted(name)} of line ${number} has no end`;
}

/** A line that begins with a space or a tab continues the one before it. */
function linesOf(text: string): Line[] {
  const lines: { number: number; text: string }[] = [];
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const last = lines.at(-1);
    if (line.trim() === '') continue;
    if (/^[ \t]/.test(line) && last !== undefined) last.text += line.slice(1);
    else lines.push({ number: i + 1, text: line.trimStart() });
  }
  return lines;
}
