/** buildah builds the image from the archive of the sources, and podman runs it without capabilities and with a read-only root. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild } from '../../../test/support/servers/child-processes.ts';
import { freePort } from '../../../test/support/servers/ports.ts';
import { project } from '../checkout.ts';
import { makeBaseImages } from './base-images.ts';
import { answerOf, needsRoot, run, type Step, unpackSources } from './step.ts';

const RUN = fileURLToPath(new URL('run-container.sh', import.meta.url));
const START_LIMIT_MS = 60_000;
const IMAGE = 'localhost/watchbill-verify';

export const container: Step = {
  name: 'container',
  needs: { buildah: 'buildah', podman: 'podman', crun: 'crun', mmdebstrap: 'mmdebstrap', unshare: 'util-linux' },
  missing: needsRoot,
  async run({ release, work }) {
    const env = environmentIn(work);
    const buildah = (...words: string[]) => run('buildah', words, { env }).trim();
    for (const base of makeBaseImages(work)) {
      const made = buildah('from', 'scratch');
      buildah('add', '--quiet', made, base.tar, '/');
      for (const [name, value] of Object.entries(base.env)) buildah('config', '--env', `${name}=${value}`, made);
      buildah('commit', '--quiet', '--format', 'docker', '--rm', made, `docker.io/library/${base.name}`);
    }
    buildah('bud', '--pull-never', '--format', 'docker', '--tag', IMAGE, unpackSources(release, work));
    console.log(`  the image has ${buildah('images', '--format', '{{.Size}}', IMAGE)}`);
    await runImage(env);
  },
};

/** Images are stored in `work`: the stand-ins have the names of images that this machine may have. It needs no kernel features that a container lacks. */
function environmentIn(work: string): NodeJS.ProcessEnv {
  const file = join(work, 'storage.conf');
  writeFileSync(file, `[storage]\ndriver = "vfs"\ngraphroot = "${work}/images"\nrunroot = "${work}/run"\n`);
  return { ...process.env, BUILDAH_ISOLATION: 'chroot', CONTAINERS_STORAGE_CONF: file };
}

async function runImage(env: NodeJS.ProcessEnv): Promise<void> {
  const port = await freePort();
  const child = startChild('unshare', ['--mount', 'sh', RUN, IMAGE, String(port)], {
    env,
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
