/** The settings that the command of the `.deb` has. `npm run release:verify` compares them with those that systemd gives the service. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { ROOT } from '../../scripts/release/checkout.ts';

const COMMAND = join(ROOT, 'scripts/release/debian/files/usr/lib/watchbill/with-settings.mjs');
const EXAMPLE = join(ROOT, 'scripts/release/verify/settings/watchbill.env');

describe('[REL-1] the settings of the Debian package', () => {
  let parse: (bytes: Uint8Array) => Readonly<Record<string, string>>;

  before(async () => {
    ({ parse } = await import(COMMAND));
  });

  const parsed = (text: string) => parse(Buffer.from(text));

  it('are those that systemd reads', async () => {
    const { DATABASE_URL, WATCHBILL_SECRET, NODE_EXTRA_CA_CERTS, NODE_OPTIONS, ...others } = parse(
      await readFile(EXAMPLE),
    );
    assert.deepEqual(
      [DATABASE_URL, WATCHBILL_SECRET, NODE_EXTRA_CA_CERTS, NODE_OPTIONS],
      [
        'sqlite:/var/lib/watchbill/watchbill.db',
        '0123456789abcdef0123456789abcdef#0123456789',
        '/etc/hostname',
        '--require=/probe.cjs',
      ],
    );
    assert.deepEqual(others, {
      TEST_HASH: 'a #b',
      TEST_QUOTED_HASH: 'a # b',
      TEST_BACKSLASHES: String.raw`ab\cn"`,
      TEST_DOUBLE: 'a\\b\\c\\n"d" $e `f',
      TEST_SINGLE: String.raw`a\b\\c "d"`,
      TEST_PARTS: `abc 'd' "e"`,
      TEST_INNER: `it's "so"`,
      TEST_DOLLAR: '$HOME $' + '{HOME} $(id) %H %%',
      TEST_SPACES: 'a  b',
      TEST_QUOTED_SPACES: '  a  ',
      TEST_LAST_SPACE: 'a ',
      TEST_JOINED: 'a   b',
      TEST_LINES: 'a\nb',
      TEST_TAB: 'a\tb',
      TEST_CONTROL: 'a\u0001b',
      TEST_UNICODE: 'Grüße 🙂',
      TEST_EMPTY: '',
      TEST_TWICE: '2',
      TEST_OPEN: 'a b',
    });
  });

  it('may have lines that end as on Windows, and no last line feed', () => {
    assert.deepEqual(parsed('A=1\r\nB="2"\r\n# c\r\n\r\nC=3 '), { A: '1', B: '2', C: '3' });
    assert.deepEqual(parsed(''), {});
  });

  it('are refused where systemd refuses them, and where its versions differ', () => {
    assert.throws(() => parse(Uint8Array.of(0x41, 0x3d, 0xff)), TypeError);
    assert.throws(() => parsed('A=\0'), /zero byte/);
    assert.throws(() => parsed('# a \\\nB=1\n'), /a comment ends with a backslash/);
  });
});
