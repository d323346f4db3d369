/**
 * Carries out the steps of the Dockerfile without Docker: copies, builds and runs what it lists, each stage in its own folder. The base images are
 * not tested, only what this project contributes.
 */
import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Copy, listIn, stagesOf } from '../../scripts/dockerfile.ts';
import { run, startChild } from '../support/servers/child-processes.ts';
import { linkPackages } from '../support/servers/installation.ts';
import { follow, listening, stopped } from '../support/servers/server-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
test('what the Dockerfile copies is enough to build, and what it keeps is enough to serve', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'watchbill-container-'));
  const built = join(folder, 'build');
  const kept = join(folder, 'run');
  try {
    const [build, image] = stagesOf(await readFile(join(root, 'Dockerfile'), 'utf8'));
    assert.ok(build !== undefined && image !== undefined);

    for (const copy of build.copies) await copyTo(built, root, copy);
    await linkPackages(built);
    await prepare(built);
    const notices = await run(process.execPath, ['scripts/release/notices.ts'], { cwd: built });
    await writeFile(join(built, 'THIRD-PARTY-NOTICES.txt'), notices.stdout);
    // Else the build would depend on where it was made, and could not be moved.
    assert.deepEqual(await filesIn(join(built, 'dist/server')), await filesIn(join(root, 'dist/server')));

    for (const copy of image.copies) await copyTo(kept, built, copy);
    await linkDependencies(kept);
    const env = { PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'data', 'watchbill.db')}`, NODE_ENV: 'production' };
    const [program = '', ...words] = [...listIn(image, 'ENTRYPOINT'), ...listIn(image, 'CMD')];
    const server = await listening(
      startChild(program, words, { cwd: kept, env, stdio: ['ignore', 'pipe', 'inherit'] }),
    );
    try {
      const { port } = new URL(server.address);
      const [check = '', ...its] = listIn(image, 'HEALTHCHECK');
      const isHealthy = () => run(check, its, { cwd: kept, env: { PORT: port } });
      await isHealthy();
      const page = await fetch(server.address);
      assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
      const [script = ''] = /\/app\/assets\/[^"]+\.js/.exec(await page.text()) ?? [];
      for (const path of [script, '/docs', '/docs/swagger-ui-bundle.js', '/openapi.json'])
        assert.equal((await fetch(`${server.address}${path}`)).status, 200, path);

      server.process.kill('SIGTERM');
      assert.deepEqual(await server.exited, [0, null]);
      await assert.rejects(isHealthy());

      const worker = follow(
        startChild(program, [...listIn(image, 'ENTRYPOINT').slice(1), 'worker'], {
          cwd: kept,
          env: { ...env, WATCHBILL_METRICS_PORT: '0' },
          stdio: ['ignore', 'pipe', 'inherit'],
        }),
      );
      const { metrics } = JSON.parse(await worker.said('"working"')) as { metrics: string };
      await run(check, its, { cwd: kept, env: { PORT: port, WATCHBILL_METRICS_PORT: new URL(metrics).port } });
      await stopped(worker);
    } finally {
      server.process.kill('SIGKILL');
    }
    for (const [file, part] of [
      ['LICENSE', 'Apache License'],
      ['NOTICE', 'Watchbill'],
      ['THIRD-PARTY-NOTICES.txt', '\nreact-dom '],
      ['THIRD-PARTY-NOTICES.txt', '\nswagger-ui-dist '],
    ] as const)
      assert.ok((await readFile(join(kept, file), 'utf8')).includes(part), file);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** Their contents by name. */
async function filesIn(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return new Map(names.map((name, i) => [name, texts[i] ?? '']));
}

/** Without `node_modules` and the build, which are created here. */
async function copyTo(stage: string, from: string, { sources, target }: Copy): Promise<void> {
  for (const source of sources) {
    const name = source.replace(/^\/app\//, '');
    if (name === 'node_modules') continue;
    await cp(join(from, name), target === './' ? join(stage, name) : join(stage, target), {
      recursive: true,
      filter: (path) => path !== join(root, 'dist'),
    });
  }
}

/** What `npm ci` does after installing. */
async function prepare(cwd: string): Promise<void> {
  const { scripts } = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8')) as { scripts: { prepare: string } };
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
  await run('sh', ['-c', scripts.prepare], { cwd, env: { ...process.env, PATH } });
}

/** The packages that `npm prune --omit=dev` keeps: importing any other must fail here, as in the image. */
async function linkDependencies(stage: string): Promise<void> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { readonly dev?: true }>>;
  };
  const kept = Object.entries(lock.packages).filter(
    ([path, { dev }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev,
  );
  for (const path of ['node_modules/.bin', ...kept.map(([path]) => path)]) {
    await mkdir(dirname(join(stage, path)), { recursive: true });
    await symlink(join(root, path), join(stage, path));
  }
}
