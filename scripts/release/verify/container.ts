/** Builds the image from the archive of the sources, and runs it without capabilities and with a read-only root. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../test/support/servers/ports.ts';
import { project } from '../checkout.ts';
import { answerOf, needsRoot, run, type Step } from './step.ts';

const RUN = fileURLToPath(new URL('run-container.sh', import.meta.url));
const START_LIMIT_MS = 60_000;
const IMAGE = 'localhost/watchbill-verify';
const DEBIAN = 'docker.io/library/debian:12-slim';
const NODE = 'docker.io/library/node:26-bookworm-slim';

/** Needs no kernel features that a container lacks. The stand-ins are called like the images that the Dockerfile names. */
const ENVIRONMENT = { ...process.env, BUILDAH_ISOLATION: 'chroot', STORAGE_DRIVER: 'vfs' };

export const container: Step = {
  name: 'container',
  needs: { buildah: 'buildah', podman: 'podman', crun: 'crun', mmdebstrap: 'mmdebstrap', unshare: 'util-linux' },
  missing: needsRoot,
  async run({ release, work }) {
    makeBaseImages(work);
    const context = join(work, 'context');
    mkdirSync(context);
    const [sources = ''] = globSync('*-source.tar.gz', { cwd: release });
    run('tar', ['-xzf', join(release, sources), '--strip-components=1', '--directory', context]);
    buildah('bud', '--pull-never', '--format', 'docker', '--tag', IMAGE, context);
    await runImage();
    buildah('rmi', '--force', IMAGE);
  },
};

async function runImage(): Promise<void> {
  const port = await freePort();
  const child = spawn('unshare', ['--mount', 'sh', RUN, IMAGE, String(port)], {
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    const answer = await answerOf(`http://127.0.0.1:${port}/healthz`, START_LIMIT_MS);
    assert.equal(((await answer.json()) as { version: string }).version, project.version);
    const pid = servingProcess(port);
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    assert.match(status, /^Uid:\t10001\t10001\t10001\t10001\nGid:\t10001\t10001\t10001\t10001$/m);
    assert.match(status, /^CapEff:\t0+$/m);
    assert.match(readFileSync(`/proc/${pid}/mounts`, 'utf8'), /^\S+ \/ \S+ ro[, ]/m);
    process.kill(pid, 'SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  } finally {
    child.kill('SIGKILL');
  }
}

/** The one with that port in its environment, beside podman's own. */
function servingProcess(port: number): number {
  for (const file of globSync('/proc/[0-9]*/environ')) {
    const folder = dirname(file);
    try {
      const isNode = readFileSync(join(folder, 'cmdline'), 'utf8').startsWith('node_modules/.bin/node\0');
      if (isNode && readFileSync(file, 'utf8').split('\0').includes(`PORT=${port}`))
        return Number(folder.slice('/proc/'.length));
    } catch {
      // It has ended meanwhile.
    }
  }
  throw new Error('the process of the container was not found');
}

/** From Debian's archive, since a registry of images may be out of reach. The second has the Node that runs this, and the npm of this machine. */
function makeBaseImages(work: string): void {
  const tar = join(work, 'debian.tar');
  run('mmdebstrap', ['--quiet', '--variant=minbase', 'bookworm', tar]);
  const debian = buildah('from', 'scratch').trim();
  buildah('add', '--quiet', debian, tar, '/');
  commit(debian, DEBIAN);

  const tools = join(work, 'tools/usr/local');
  mkdirSync(join(tools, 'bin'), { recursive: true });
  cpSync(process.execPath, join(tools, 'bin/node'));
  cpSync(run('npm', ['root', '--global']).trim(), join(tools, 'lib/node_modules'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(tools, 'bin/npm'));
  const node = buildah('from', '--pull-never', DEBIAN).trim();
  buildah('add', '--quiet', node, join(work, 'tools'), '/');
  buildah('run', node, '--', 'sh', '-c', 'apt-get update && apt-get install --yes libatomic1 ca-certificates');
  // A proxy of this network may have certificates of its own.
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
  if (certificates !== undefined && existsSync(certificates)) {
    buildah('copy', '--quiet', node, certificates, '/etc/ssl/certs/host.crt');
    buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/host.crt', node);
  }
  commit(node, NODE);
}

function commit(from: string, image: string): void {
  buildah('commit', '--quiet', '--format', 'docker', from, image);
  buildah('rm', from);
}

function buildah(...words: string[]): string {
  return run('buildah', words, { env: ENVIRONMENT });
}
