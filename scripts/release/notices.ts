/** THIRD-PARTY-NOTICES.txt: the licences of everything that a release contains. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project, ROOT } from './checkout.ts';
import type { Package } from './packages.ts';
import { shippedPackages } from './shipped.ts';

const LICENCE_FILE = /^(licen[cs]e|copying|notice|ofl)\b/i;
const LINE = '='.repeat(80);

export function thirdPartyNotices(): string {
  const parts = [...shippedPackages().map(noticeOf), noticeOfNode()];
  return `Watchbill ${project.version} contains these packages, or is installed with them.\n\n${parts.join('\n')}`;
}

function noticeOf({ name, version, license, path }: Package): string {
  const folder = join(ROOT, path);
  const texts = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  if (texts.length === 0 && license === undefined) throw new Error(`${name} ${version} names no licence`);
  return section(
    `${name} ${version}`,
    license,
    texts.length > 0 ? texts : ['It comes without a text of this licence.'],
  );
}

/** Its binary is a package of its own for each platform; all have the same text. */
function noticeOfNode(): string {
  const [installed] = Object.keys(project.optionalDependencies).filter((name) =>
    readdirSync(join(ROOT, 'node_modules')).includes(name),
  );
  if (installed === undefined) throw new Error('npm has installed no Node: run "npm ci" without --omit=optional');
  const text = readFileSync(join(ROOT, 'node_modules', installed, 'LICENSE'), 'utf8');
  return section(`Node.js ${project.optionalDependencies[installed]}`, 'MIT, and those of its parts', [text.trim()]);
}

function section(title: string, license: string | undefined, texts: readonly string[]): string {
  return `${LINE}\n${title}\nLicence: ${license ?? 'see below'}\n${LINE}\n\n${texts.join('\n\n')}\n`;
}

// The Dockerfile writes them into the image.
if (import.meta.main) process.stdout.write(thirdPartyNotices());
