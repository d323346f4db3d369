/**
 * Layers may only import in one direction. The lint rules in biome.json enforce that, and these tests check the lint rules: each forbidden import is
 * linted and must be refused with a reason.
 */
import assert from 'node:assert/strict';
import { copyFile, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startChild } from './support/servers/child-processes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** For a file in each layer: allowed and forbidden imports. */
const layers: Record<string, { may: string[]; mayNot: string[] }> = {
  'src/time/example.ts': {
    may: ['./units.ts'],
    mayNot: ['../ids.ts', '../errors.ts', '../engine/timeline.ts', '../config/config.ts', 'node:fs'],
  },
  'src/ids.ts': {
    may: ['./text/harmless-text.ts', './time/clock.ts'],
    mayNot: ['./engine/timeline.ts', './db/users.ts', './http/app.ts', './config/config.ts', './main.ts'],
  },
  'src/engine/example.ts': {
    may: ['./rotation.ts', '../time/zones.ts', '../ids.ts', '../errors.ts'],
    mayNot: [
      '../db/users.ts',
      '../services/users.ts',
      '../schemas/users.ts',
      '../config/config.ts',
      '../main.ts',
      'node:crypto',
    ],
  },
  'src/schemas/example.ts': {
    may: ['../time/iso.ts', '../engine/schedule.ts', '../ids.ts'],
    mayNot: ['../db/users.ts', '../services/users.ts', '../http/app.ts', 'node:crypto'],
  },
  'src/schemas/people/example.ts': {
    may: ['../fields.ts', '../schedules/shifts.ts', '../../time/iso.ts', '../../engine/schedule.ts', '../../ids.ts'],
    mayNot: ['../../db/people/users.ts', '../../services/people/users.ts', '../../http/app.ts', 'node:crypto'],
  },
  'src/db/example.ts': {
    may: ['./chat/chat-links.ts', '../ids.ts', '../engine/schedule.ts', '../time/clock.ts', 'kysely'],
    mayNot: [
      '../services/users.ts',
      '../http/app.ts',
      '../worker/loop.ts',
      '../chat/slack.ts',
      '../webhooks/call.ts',
      '../mail/letter.ts',
      '../main.ts',
    ],
  },
  'src/db/people/example.ts': {
    may: ['../chat/chat-links.ts', '../driver/statement.ts', '../../ids.ts', '../../engine/schedule.ts', 'kysely'],
    mayNot: [
      '../../services/people/users.ts',
      '../../http/app.ts',
      '../../worker/loop.ts',
      '../../chat/slack.ts',
      '../../webhooks/call.ts',
      '../../mail/letter.ts',
      '../../main.ts',
    ],
  },
  'src/chat/example.ts': {
    may: ['./provider.ts', '../time/iso.ts', '../errors.ts'],
    mayNot: ['../db/users.ts', '../services/users.ts', '../http/app.ts', '../worker/loop.ts', 'kysely'],
  },
  'src/mail/example.ts': {
    may: ['./letter.ts', '../time/iso.ts'],
    mayNot: ['../db/users.ts', '../services/users.ts', '../http/app.ts', '../worker/loop.ts', 'kysely'],
  },
  'src/webhooks/example.ts': {
    may: ['./signature.ts', '../network/network-address.ts'],
    mayNot: ['../db/users.ts', '../services/users.ts', '../http/app.ts', '../worker/loop.ts', 'kysely'],
  },
  'src/api-client/example.ts': {
    may: ['./schema.d.ts', '../text/harmless-text.ts', 'openapi-fetch'],
    mayNot: ['../schemas/users.ts', '../services/users.ts', '../http/app.ts', '../config/config.ts'],
  },
  'src/as-code/example.ts': {
    may: [
      './file.ts',
      '../api-client/api.ts',
      '../schemas/users.ts',
      '../engine/timeline.ts',
      '../validation/validation.ts',
      'yaml',
    ],
    mayNot: [
      '../db/users.ts',
      '../services/users.ts',
      '../http/app.ts',
      '../worker/loop.ts',
      '../config/config.ts',
      'kysely',
    ],
  },
  'src/moving-in/example.ts': {
    may: [
      './source.ts',
      '../as-code/file/file.ts',
      '../engine/timeline.ts',
      '../schemas/users.ts',
      '../validation/arguments.ts',
    ],
    mayNot: [
      '../db/users.ts',
      '../services/users.ts',
      '../http/app.ts',
      '../worker/loop.ts',
      '../config/config.ts',
      'kysely',
    ],
  },
  'src/services/example.ts': {
    may: ['../db/users.ts', '../chat/provider.ts', '../engine/timeline.ts', '../permissions.ts', '../errors.ts'],
    mayNot: [
      '../http/app.ts',
      '../http/routes/users.ts',
      '../worker/loop.ts',
      '../main.ts',
      '../commands/opening.ts',
      'fastify',
    ],
  },
  'src/http/routes/example.ts': {
    may: ['../../services/users.ts', '../../schemas/users.ts', '../../errors.ts', 'fastify'],
    mayNot: [
      '../../db/users.ts',
      '../../chat/slack-blocks.ts',
      '../../worker/loop.ts',
      '../../main.ts',
      'kysely',
      'pg',
      'node:sqlite',
    ],
  },
  'src/http/routes/people/example.ts': {
    may: ['../../typed-app.ts', '../../../services/people/users.ts', '../../../schemas/people/users.ts', 'fastify'],
    mayNot: ['../../../db/people/users.ts', '../../../chat/slack-blocks.ts', '../../../worker/loop.ts', 'kysely'],
  },
  'src/command-line.ts': {
    may: [
      './validation/arguments.ts',
      './commands/serve.ts',
      './config/config-error.ts',
      './errors.ts',
      './process/version.ts',
    ],
    mayNot: [
      './http/app.ts',
      './services/users.ts',
      './db/users.ts',
      './config/config.ts',
      './process/log.ts',
      './validation/validation.ts',
      'typebox',
    ],
  },
  'src/validation/arguments.ts': {
    may: ['../errors.ts', 'node:util'],
    mayNot: ['./validation.ts', '../schemas/users.ts', '../services/users.ts', '../http/validation.ts', 'typebox'],
  },
  'src/validation/checked-options.ts': {
    may: ['../schemas/users.ts', './arguments.ts', './validation.ts', '../errors.ts', '../text/emails.ts', 'typebox'],
    mayNot: [
      '../http/validation.ts',
      '../services/users.ts',
      '../db/users.ts',
      '../config/config.ts',
      '../command-line.ts',
    ],
  },
  'src/text/example.ts': {
    may: ['./emails.ts', 'node:url'],
    mayNot: ['../errors.ts', '../schemas/users.ts', '../services/users.ts', '../db/users.ts', 'kysely'],
  },
  'src/network/example.ts': {
    may: ['./network-address.ts', 'node:net'],
    mayNot: ['../errors.ts', '../services/users.ts', '../http/app.ts', 'fastify'],
  },
  'src/worker/example.ts': {
    may: ['../services/handoffs.ts', '../time/clock.ts', '../engine/timeline.ts'],
    mayNot: ['../db/users.ts', '../http/app.ts', '../main.ts', 'kysely', 'pg'],
  },
  'web/pages/example.ts': {
    may: ['../../src/engine/timeline.ts', '../../src/schemas/users.ts', '../../src/api-client/schema.d.ts', 'react'],
    mayNot: [
      '../../src/api-client/api.ts',
      '../../src/db/users.ts',
      '../../src/services/users.ts',
      '../../src/http/app.ts',
      '../../src/config/config.ts',
    ],
  },
  'test/engine/brute-force.ts': {
    may: ['node:assert/strict'],
    mayNot: ['../../src/engine/timeline.ts', '../../src/time/zones.ts'],
  },
};

/** The rooms of services/, the lowest first. */
const ROOMS = [
  'shared',
  'chat-links',
  'outbox',
  'people',
  'sign-in',
  'notifications',
  'webhooks',
  'timelines',
  'plan',
  'coverage-state',
  'messages',
  'schedules',
  'reports',
  'time-off',
  'coverage',
  'departures',
  'calendars',
  'chat-groups',
  'chat',
  'mail',
  'deliveries',
  'jobs',
  'audit',
  'live',
  'setup',
];

const fileIn = (room: string) => `src/services/${room}/example.ts`;

const CLOCK_READER = 'export const now = () => Date.now();\n';

/** The import back is of a type only. */
const CIRCLE = {
  'src/services/there.ts': "import { back } from './back.ts';\nexport type There = typeof back;\n",
  'src/services/back.ts': "import type { There } from './there.ts';\nexport const back = (there: There) => there;\n",
};

let diagnostics: readonly Diagnostic[];

before(async () => {
  const house = await mkdtemp(join(tmpdir(), 'watchbill-architecture-'));
  try {
    for (const file of ['biome.json', 'rooms.grit', '.gitignore']) await copyFile(join(root, file), join(house, file));
    for (const [file, { may, mayNot }] of Object.entries(layers)) {
      await put(house, file, [...may, ...mayNot].map((path, i) => `import * as m${i} from '${path}';\n`).join(''));
    }
    for (const room of ROOMS) {
      await put(
        house,
        fileIn(room),
        ROOMS.map((other, i) => `import * as m${i} from '../${other}/example.ts';\n`).join(''),
      );
    }
    await put(house, 'src/engine/clock-reader.ts', CLOCK_READER);
    await put(house, 'src/time/clock-reader.ts', CLOCK_READER);
    for (const [file, content] of Object.entries(CIRCLE)) await put(house, file, content);
    diagnostics = await lint(house);
  } finally {
    await rm(house, { recursive: true });
  }
});

describe('imports point one way', () => {
  for (const [file, { may, mayNot }] of Object.entries(layers)) {
    it(`${file} may not import certain files, each with a reason, and may import the rest`, () => {
      const refusals = found('lint/style/noRestrictedImports', file);
      const refused = refusals.map(({ location }) => [...may, ...mayNot][location.start.line - 1]);
      assert.deepEqual(refused.sort(), mayNot.toSorted());
      for (const { message } of refusals)
        assert.match(message, /^\S+( \S+){5,}\.$/, 'a refusal says why in a sentence');
    });
  }
});

describe('the rooms of services/ have an order', () => {
  for (const [own, room] of ROOMS.entries()) {
    it(`${room} may import only the rooms below it`, () => {
      const refusals = found('plugin', fileIn(room));
      assert.deepEqual(
        refusals.map(({ location }) => ROOMS[location.start.line - 1] ?? '').toSorted(),
        ROOMS.slice(own + 1).toSorted(),
      );
      for (const { message } of refusals) assert.match(message, /^A room of services\/ imports only rooms below it/);
    });
  }

  it('the documentation has every room, the highest first', async () => {
    const folders = await Array.fromAsync(glob('src/services/*', { cwd: root }), (path) =>
      path.slice('src/services/'.length),
    );
    assert.deepEqual(folders.sort(), ROOMS.toSorted());
    const [, table = ''] = (await readFile(join(root, 'docs/architecture.md'), 'utf8')).split(
      '| room of `services/` |',
    );
    const lines = table.split('\n\n')[0]?.matchAll(/^\| `([a-z-]+)` \|/gm) ?? [];
    assert.deepEqual(
      Array.from(lines, ([, room]) => room),
      ROOMS.toReversed(),
    );
  });

  it('no file imports a room above its own, types included', async () => {
    const found: string[] = [];
    let seen = 0;
    for await (const path of glob('src/services/**/*.ts', { cwd: root })) {
      const own = ROOMS.indexOf(roomOf(path));
      for (const [, target = ''] of (await readFile(join(root, path), 'utf8')).matchAll(/'(\.\.?\/[^']+\.ts)'/g)) {
        const imported = join(dirname(path), target);
        if (!imported.startsWith('src/services/')) continue;
        seen += 1;
        const room = roomOf(imported);
        if (room !== ROOMS[own] && !ROOMS.slice(0, own).includes(room)) found.push(`${path} imports ${imported}`);
      }
    }
    assert.deepEqual(found, []);
    assert.ok(seen > 500, `${seen} imports`);
  });
});

/** Of a file in services/. */
function roomOf(path: string): string {
  return path.split('/')[2] ?? '';
}

describe('only time/ reads a clock', () => {
  it('Date is refused in the engine, and allowed in time/', () => {
    assert.equal(found('lint/style/noRestrictedGlobals', 'src/engine/clock-reader.ts').length, 1);
    assert.equal(found('lint/style/noRestrictedGlobals', 'src/time/clock-reader.ts').length, 0);
  });
});

describe('there are no import cycles', () => {
  it('a cycle is refused, also one of types', () => {
    const refused = Object.keys(CIRCLE).filter((file) => found('lint/suspicious/noImportCycles', file).length > 0);
    assert.deepEqual(refused, Object.keys(CIRCLE));
  });
});

interface Diagnostic {
  readonly category: string;
  readonly message: string;
  readonly location: { readonly path: string; readonly start: { readonly line: number } };
}

function found(category: string, file: string): Diagnostic[] {
  return diagnostics.filter((diagnostic) => diagnostic.category === category && diagnostic.location.path === file);
}

async function put(house: string, file: string, content: string): Promise<void> {
  await mkdir(dirname(join(house, file)), { recursive: true });
  await writeFile(join(house, file), content);
}

async function lint(house: string): Promise<Diagnostic[]> {
  const biome = startChild(
    join(root, 'node_modules/.bin/biome'),
    ['lint', '--reporter=json', '--max-diagnostics=none', '.'],
    {
      cwd: house,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  return (JSON.parse(await text(biome.stdout)) as { diagnostics: Diagnostic[] }).diagnostics;
}
