/**
 * Becomes Watchbill, with the settings of the service and as its user: `node with-settings.mjs COMMAND`. The file of settings is read as systemd reads it
 * (systemd.exec(5), EnvironmentFile), and not as a shell or `node --env-file` would. systemd itself need not run.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';

const SETTINGS = '/etc/watchbill/watchbill.env';
const MAIN = '/usr/lib/watchbill/bin/watchbill.mjs';
const USER = 'watchbill';
const AS_USER = ['/usr/bin/setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--init-groups', '--'];

/** What systemd sets for a unit with this user. */
const OF_SERVICE = { NODE_ENV: 'production', HOME: '/var/lib/watchbill', USER, LOGNAME: USER };

/** A file replaces this process: terminal, standard input, folder, signals and exit code are those of the command. */
function start(words) {
  let settings;
  try {
    settings = parse(readFileSync(SETTINGS));
  } catch (error) {
    process.stderr.write(`${reasonOf(error, words)}\n`);
    process.exitCode = 1;
    return;
  }
  const command = [...(process.getuid() === 0 ? AS_USER : []), process.execPath, MAIN, ...words];
  process.execve(command[0], command, { ...process.env, ...OF_SERVICE, ...settings });
}

function reasonOf({ code, message }, words) {
  if (code === 'ENOENT')
    return `${SETTINGS} does not exist. It has the settings of the service, and names the database.`;
  if (code === 'EACCES')
    return `Only root and the user ${USER} may read ${SETTINGS}. Try: ${['sudo watchbill', ...words].join(' ')}`;
  return `${SETTINGS} cannot be read: ${message}`;
}

/** The variables that systemd would set. */
export function parse(bytes) {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  if (text.includes('\0')) throw new Error('it contains a zero byte');
  const found = {};
  for (const [name, value] of assignmentsIn(text)) {
    if (isName(name)) found[name] = value;
  }
  return found;
}

const isName = (name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);

const isSpace = (letter) => ' \t\n\r'.includes(letter);
const endsLine = (letter) => '\n\r'.includes(letter);

/**
 * The states of systemd's parser. A comment begins at the start of a line, with # or ;. A value may have several parts in quotes; a backslash outside
 * of quotes takes the next letter as it is, within double quotes only " \ ` and $, and at the end of a line it joins lines.
 */
function* assignmentsIn(text) {
  let state = 'before name';
  let name = '';
  let value = '';
  /** Where spaces at the end of the value begin, if it ends with some that are not quoted. */
  let end;
  for (const letter of text) {
    switch (state) {
      case 'before name':
        if ('#;'.includes(letter)) state = 'comment';
        else if (!isSpace(letter)) {
          state = 'name';
          name = letter;
        }
        break;
      case 'name':
        if (endsLine(letter)) state = 'before name';
        else if (letter === '=') {
          state = 'before value';
          value = '';
          end = undefined;
        } else name += letter;
        break;
      case 'before value':
        if (endsLine(letter)) {
          yield [name.trimEnd(), value];
          state = 'before name';
        } else if (letter === "'") state = 'single quotes';
        else if (letter === '"') state = 'double quotes';
        else if (letter === '\\') state = 'escape';
        else if (!isSpace(letter)) {
          state = 'value';
          value += letter;
        }
        break;
      case 'value':
        if (endsLine(letter)) {
          yield [name.trimEnd(), value.slice(0, end)];
          state = 'before name';
        } else if (letter === '\\') {
          state = 'escape';
          end = undefined;
        } else {
          end = isSpace(letter) ? (end ?? value.length) : undefined;
          value += letter;
        }
        break;
      case 'escape':
        state = 'value';
        if (!endsLine(letter)) value += letter;
        break;
      case 'single quotes':
        if (letter === "'") state = 'before value';
        else value += letter;
        break;
      case 'double quotes':
        if (letter === '"') state = 'before value';
        else if (letter === '\\') state = 'escape in double quotes';
        else value += letter;
        break;
      case 'escape in double quotes':
        state = 'double quotes';
        if ('"\\`$'.includes(letter)) value += letter;
        else if (letter !== '\n') value += `\\${letter}`;
        break;
      case 'comment':
        if (letter === '\\') state = 'escape in comment';
        else if (endsLine(letter)) state = 'before name';
        break;
      case 'escape in comment':
        if (endsLine(letter))
          throw new Error('a comment ends with a backslash, and versions of systemd differ in where it ends then');
        state = 'comment';
        break;
    }
  }
  if (state !== 'before name' && state !== 'name' && !state.endsWith('comment'))
    yield [name.trimEnd(), state === 'value' ? value.slice(0, end) : value];
}

if (import.meta.main) start(process.argv.slice(2));
