/** Runs the examples of docs/clients.md in curl and TypeScript, with the types of the document as it is. `npm run clients` runs all of them. */
import assert from 'node:assert/strict';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { examplesOf, saveFiles } from '../../scripts/clients/page.ts';
import { type Scene, startScene } from '../../scripts/clients/scene.ts';
import { createFolder, runLines } from '../support/servers/child-processes.ts';
import { linkPackages } from '../support/servers/installation.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('docs/clients.md', () => {
  let scene: Scene;
  let folder: Awaited<ReturnType<typeof createFolder>>;
  before(async () => {
    scene = await startScene();
    folder = await createFolder('watchbill-clients-');
    await linkPackages(folder.path);
    await copyFile(join(ROOT, 'src/api-client/schema.d.ts'), join(folder.path, 'watchbill.d.ts'));
  });
  after(async () => {
    await scene.stop();
    await folder.remove();
  });

  async function outputOf(lines: string): Promise<string> {
    const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
    const { stdout } = await runLines(lines, {
      cwd: folder.path,
      env: { ...process.env, PATH, ...scene.environment },
    });
    return stdout;
  }

  it('asks in curl who is on call', async () => {
    const { shell } = await examplesOf('curl');
    const { oncall } = JSON.parse(await outputOf(shell.join('')));
    const [{ schedule_reference: schedule, users }] = oncall;
    assert.equal(`${schedule.name}: ${users[0].name}`, scene.onCall);
  });

  it('asks in TypeScript who is on call', async () => {
    const examples = await examplesOf('TypeScript');
    await saveFiles(examples, folder.path);
    const [, ...afterGeneration] = examples.shell;
    assert.equal(await outputOf(afterGeneration.join('')), `${scene.onCall}\n`);
  });

  it('makes ten calls in TypeScript', async () => {
    const program = await readFile(join(ROOT, 'scripts/clients/ten-calls.ts'), 'utf8');
    await writeFile(join(folder.path, 'ten-calls.mts'), program);
    await outputOf('node ten-calls.mts');
  });
});
