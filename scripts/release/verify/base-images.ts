/**
 * Stand-ins for images that a registry would have, made from Debian's archive, since a registry may be out of reach: the two that the Dockerfile
 * names. Each is an archive of its files.
 */
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './step.ts';

export interface BaseImage {
  /** As the Dockerfile calls it. */
  readonly name: string;
  /** An archive of its files. */
  readonly tar: string;
  readonly env: Readonly<Record<string, string>>;
}

const CERTIFICATES = '/etc/ssl/certs/host.crt';

/** The second has the Node that runs this, and the npm of this machine. */
export function makeBaseImages(work: string): BaseImage[] {
  const debian = join(work, 'debian.tar');
  debianArchive(debian, [], []);

  const tools = join(work, 'tools');
  mkdirSync(join(tools, 'bin'), { recursive: true });
  cpSync(process.execPath, join(tools, 'bin/node'));
  cpSync(run('npm', ['root', '--global']).trim(), join(tools, 'lib/node_modules'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(tools, 'bin/npm'));
  const node = join(work, 'node.tar');
  const hooks = [`copy-in ${join(tools, 'bin')} ${join(tools, 'lib')} /usr/local`];
  // A proxy of this network may have certificates of its own.
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
  const hasCertificates = certificates !== undefined && existsSync(certificates);
  if (hasCertificates) hooks.push(`upload ${certificates} ${CERTIFICATES}`);
  debianArchive(node, ['libatomic1', 'ca-certificates'], hooks);

  return [
    { name: 'debian:12-slim', tar: debian, env: {} },
    { name: 'node:26-bookworm-slim', tar: node, env: hasCertificates ? { NODE_EXTRA_CA_CERTS: CERTIFICATES } : {} },
  ];
}

/** Debian 12 with these packages. `hooks`: see mmdebstrap. */
export function debianArchive(file: string, packages: readonly string[], hooks: readonly string[]): void {
  const words = [
    ...(packages.length === 0 ? [] : [`--include=${packages.join(',')}`]),
    ...hooks.map((hook) => `--customize-hook=${hook}`),
  ];
  run('mmdebstrap', ['--quiet', '--variant=minbase', ...words, 'bookworm', file]);
}
