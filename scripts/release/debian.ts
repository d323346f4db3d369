/**
 * The Debian package: the npm package, Node, and a unit of systemd. Nothing is fetched when it is installed. The files that are written by hand are in
 * debian/.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { project, ROOT } from './checkout.ts';
import { setModes } from './file-modes.ts';
import { nodeFor } from './node-binaries.ts';

const HAND_WRITTEN = join(ROOT, 'scripts/release/debian');
const HOME = 'usr/lib/watchbill';
const SETTINGS = 'etc/watchbill/watchbill.env';
const DOCUMENTATION = 'usr/share/doc/watchbill';

/** Folders of deploy/ that are of use beside the package. */
const EXAMPLES = ['alertmanager', 'grafana', 'haproxy', 'nginx', 'prometheus'];

/** The placeholder stays until somebody publishes the package. */
const MAINTAINER = 'Watchbill <watchbill@example.com>';

const NODE_PLATFORMS = { amd64: 'linux-x64', arm64: 'linux-arm64' } as const;

/** What Node is linked with. */
const DEPENDS = 'libc6 (>= 2.28), libstdc++6, libatomic1, adduser, init-system-helpers (>= 1.54)';

export interface DebianBuild {
  readonly architecture: keyof typeof NODE_PLATFORMS;
  /** The staged npm package. */
  readonly app: string;
  /** The time of every file. */
  readonly seconds: number;
  readonly target: string;
  readonly work: string;
}

/** `1.0.0~rc.1` sorts before `1.0.0`. */
export function debianVersion(): string {
  return project.version.replace('-', '~');
}

export function writeDebianPackage({ architecture, app, seconds, target, work }: DebianBuild): void {
  const tree = join(work, architecture);
  fillTree(tree, app, nodeFor(NODE_PLATFORMS[architecture], work), seconds);
  const size = kilobytesIn(tree);
  cpSync(join(HAND_WRITTEN, 'control'), join(tree, 'DEBIAN'), { recursive: true });
  writeFileSync(join(tree, 'DEBIAN/control'), controlFile(architecture, size));
  setModes(tree, isProgram);
  // It may hold passwords. Its group is set at the installation.
  chmodSync(join(tree, SETTINGS), 0o640);
  setTimes(tree, seconds);
  const file = join(target, `${project.name}_${debianVersion()}_${architecture}.deb`);
  // With more threads, the compressed bytes would depend on their number.
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zzstd', '--threads-max=1', '--build', tree, file], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(seconds) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function fillTree(tree: string, app: string, node: string, seconds: number): void {
  cpSync(join(HAND_WRITTEN, 'files'), tree, { recursive: true });
  const unit = join(tree, 'usr/lib/systemd/system/watchbill.service');
  mkdirSync(dirname(unit), { recursive: true });
  cpSync(join(ROOT, 'deploy/systemd/watchbill.service'), unit);
  for (const part of ['bin/watchbill.mjs', 'dist', 'node_modules', 'package.json'])
    cpSync(join(app, part), join(tree, HOME, part), { recursive: true });
  cpSync(join(node, 'bin/node'), join(tree, HOME, 'node'));
  document(tree, app, seconds);
}

function document(tree: string, app: string, seconds: number): void {
  const folder = join(tree, DOCUMENTATION);
  mkdirSync(folder, { recursive: true });
  const licence = `Licence: ${project.license}, see /usr/share/common-licenses/Apache-2.0`;
  const others = `${readFileSync(join(app, 'NOTICE'), 'utf8')}\nLicences of all parts: THIRD-PARTY-NOTICES.txt.gz`;
  writeFileSync(
    join(folder, 'copyright'),
    `Watchbill ${project.version}\nCopyright © ${new Date(seconds * 1000).getUTCFullYear()} the authors of Watchbill\n${licence}\n\n${others}\n`,
  );
  for (const [name, source] of [
    ['NEWS', 'CHANGELOG.md'],
    ['THIRD-PARTY-NOTICES.txt', 'THIRD-PARTY-NOTICES.txt'],
  ] as const) {
    writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(join(app, source)), { level: 9 }));
  }
  for (const part of EXAMPLES) {
    cpSync(join(ROOT, 'deploy', part), join(folder, 'examples', part), {
      recursive: true,
      filter: (path) => !path.endsWith('.test.yaml'),
    });
  }
  const date = new Date(seconds * 1000).toUTCString().replace('GMT', '+0000');
  const entry = `${project.name} (${debianVersion()}) unstable; urgency=medium\n\n  * See NEWS.gz.\n\n -- ${MAINTAINER}  ${date}\n`;
  writeFileSync(join(folder, 'changelog.gz'), gzipSync(entry, { level: 9 }));
}

function controlFile(architecture: string, installedSize: number): string {
  return `Package: ${project.name}
Version: ${debianVersion()}
Architecture: ${architecture}
Maintainer: ${MAINTAINER}
Installed-Size: ${installedSize}
Depends: ${DEPENDS}
Recommends: ca-certificates
Section: admin
Priority: optional
Description: On-call scheduling
 Watchbill knows who is on call, in every schedule, at every instant and in
 every time zone. It has a web application, an HTTP JSON API and Slack.
 .
 The service listens on http://localhost:8080, and keeps its data in
 /var/lib/watchbill. Settings are in /etc/watchbill/watchbill.env.
`;
}

function isProgram(path: string): boolean {
  return /\/(DEBIAN\/p\w+|usr\/bin\/watchbill|usr\/lib\/watchbill\/node)$/.test(path);
}

function setTimes(folder: string, seconds: number): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    utimesSync(join(folder, name), seconds, seconds);
  }
  utimesSync(folder, seconds, seconds);
}

function kilobytesIn(folder: string): number {
  const sizes = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => Math.ceil(statSync(join(parentPath, name)).size / 1024));
  return sizes.reduce((sum, size) => sum + size, 0);
}
