/** The built service, with real processes: it must do what the sources say. */
import assert from 'node:assert/strict';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { run } from '../support/servers/child-processes.ts';
import { createInstallation, type Installation } from '../support/servers/installation.ts';

/** Prints the files of `src/` that were loaded, when the process ends. */
const LISTING = `import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({
  load(url, context, next) {
    const [, file] = /\\/src\\/(.*)$/.exec(url) ?? [];
    if (file !== undefined && !url.includes('node_modules')) loaded.push(file);
    return next(url, context);
  },
});
process.on('exit', () => console.log(loaded.sort().join(' ')));
`;

/** They find the built code, and prepare the process for it. */
const ENTRY = 'built-code.ts compile-cache.ts main.ts output.ts';

describe('the built service', () => {
  let installation: Installation;
  let listing: string;

  before(async () => {
    installation = await createInstallation(['src', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json']);
    listing = join(installation.path, 'listing.mjs');
    await writeFile(listing, LISTING);
    await run(process.execPath, ['scripts/build-server.ts'], { cwd: installation.path });
  });
  after(() => installation.remove());

  /** The loaded files of `src/`, after a command that uses the database. */
  async function filesOfACommand(path = installation.path): Promise<string> {
    const env = { DATABASE_URL: `sqlite:${join(path, 'data/watchbill.db')}` };
    const { stdout } = await run(process.execPath, ['--import', listing, 'src/main.ts', 'migrate'], { cwd: path, env });
    return stdout.trim().split('\n').at(-1) ?? '';
  }

  it('is used instead of the sources', async () => {
    assert.equal(await filesOfACommand(), ENTRY);
  });

  it('is not used once a source has changed, nor in another folder', async () => {
    const source = join(installation.path, 'src/command-line.ts');
    const original = await readFile(source, 'utf8');
    await writeFile(source, `${original}console.log('changed');\n`);
    assert.match(await filesOfACommand(), /\bcommand-line\.ts\b.*\bservices\//);

    await writeFile(source, original);
    assert.equal(await filesOfACommand(), ENTRY);
    const moved = `${installation.path}-moved`;
    await rename(installation.path, moved);
    listing = join(moved, 'listing.mjs');
    try {
      assert.match(await filesOfACommand(moved), /\bcommand-line\.ts\b.*\bservices\//);
    } finally {
      await rename(moved, installation.path);
      listing = join(installation.path, 'listing.mjs');
    }
  });

  it('is not used if its build was interrupted, and can be built again', async () => {
    const built = join(installation.path, 'node_modules/.cache/watchbill-built');
    await rm(built, { recursive: true });
    assert.match(await filesOfACommand(), /\bcommand-line\.ts\b/);
    await run(process.execPath, ['scripts/build-server.ts'], { cwd: installation.path });
    assert.equal((await readdir(built)).length, 1);
    assert.equal(await filesOfACommand(), ENTRY);
  });
});
