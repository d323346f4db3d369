/** The package for arm64 serves on a machine of another architecture, which emulates the processor. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { listening, stopped } from '../../../test/support/servers/server-process.ts';
import { project } from '../checkout.ts';
import { unpackService } from './released-service.ts';
import { answerOf, end, run, type Step } from './step.ts';

const START_LIMIT_MS = 120_000;

/** What the package depends on. */
const LIBRARIES = 'libc6,libstdc++6,libgcc-s1,libatomic1';

export const arm64: Step = {
  name: 'arm64',
  needs: { mmdebstrap: 'mmdebstrap', 'qemu-aarch64-static': 'qemu-user-static', 'dpkg-deb': 'dpkg' },
  async run(place) {
    const root = join(place.work, 'root');
    // Unpacks only, which needs no program of that architecture.
    run('mmdebstrap', [
      '--quiet',
      '--architectures=arm64',
      '--variant=extract',
      `--include=${LIBRARIES}`,
      'bookworm',
      root,
    ]);
    const emulator = ['qemu-aarch64-static', '-L', root];
    const service = unpackService(place, 'watchbill', { architecture: 'arm64', emulator });
    const child = service.start(['serve']);
    try {
      const server = await listening(child);
      const { address } = server;
      const health = await answerOf(`${address}/healthz`, START_LIMIT_MS);
      assert.equal(((await health.json()) as { version: string }).version, project.version);
      assert.match(await (await answerOf(`${address}/app/`, START_LIMIT_MS)).text(), /<html/);
      assert.match(service.command('users', 'link', '--email', 'owner@example.com'), /\/app\/welcome#/);
      await stopped(server);
    } finally {
      await end(child);
    }
  },
};
