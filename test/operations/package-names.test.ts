/**
 * Whoever owns a name in a registry decides what runs for those who install or run a package by it. As long as docs/releasing.md does not say that a name
 * is ours, no document and no file in deploy/ tells anybody to.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const NOT_OURS = 'The name `watchbill` on npm is not ours';
const OURS = 'The name `watchbill` on npm is ours';

/** A file is no name: `./watchbill-1.0.0.tgz`. An image without a registry is the one that was built here. */
const BY_NAME: readonly RegExp[] = [
  /\b(?:npx|pnpx|bunx)\b(?:\s+-[\w-]+)*\s+["']?watchbill\b/i,
  /\b(?:npm|pnpm|yarn|bun)\s+(?:install|i|add|exec|x|dlx|create|init)\b[^\n|`]*[\s"']watchbill(?![-\w./])/i,
  /\bwatchbill@(?:\d|v\d|latest|next|beta|rc|VERSION|\^|~|\*|\$)/i,
  /\b(?:docker|podman)\s+(?:pull|run)\b[^\n|`]*\s(?:[\w.-]+\/)+watchbill\b/i,
  /\bimage:\s*["']?(?:[\w.-]+\/)+watchbill\b/i,
];

/** Files that people read or copy, CHANGELOG.md and the README of the npm package included. */
const FILES = [
  '*.md',
  'docs/**/*.{md,yaml,json,txt}',
  'deploy/**/*.*',
  '{compose.yaml,Dockerfile}',
  'scripts/release/*.md',
];

function linesByName(text: string): string[] {
  return text.split('\n').filter((line) => BY_NAME.some((pattern) => pattern.test(line)));
}

describe('a package that is run by its name', () => {
  it('is in no document and no file of deploy/ before the name is ours', () => {
    const releasing = readFileSync('docs/releasing.md', 'utf8');
    assert.equal([NOT_OURS, OURS].filter((sentence) => releasing.includes(sentence)).length, 1);
    const files = globSync(FILES);
    for (const file of [
      'README.md',
      'CHANGELOG.md',
      'deploy/github/oncall.yaml',
      'docs/schedules-as-code.md',
      'compose.yaml',
    ])
      assert.ok(files.includes(file), file);
    if (releasing.includes(OURS)) return;
    const found = files.flatMap((file) => linesByName(readFileSync(file, 'utf8')).map((line) => `${file}: ${line}`));
    assert.deepEqual(found, []);
  });

  it('is found, however it is run', () => {
    for (const line of [
      'npx watchbill serve',
      'npx --yes "watchbill" apply oncall.yaml',
      'npx -y watchbill@1.0.0-rc.1 demo',
      '  WATCHBILL: watchbill@1.0.0-rc.1',
      'npm install --global watchbill',
      'npm i watchbill@next',
      'npm exec -- watchbill serve',
      'pnpm dlx watchbill',
      'yarn add watchbill',
      'Install it: `npm install watchbill`, then run it.',
      'bunx watchbill',
      'docker run -p 8080:8080 ghcr.io/acme/watchbill',
      'docker pull watchbill/watchbill',
      '    image: watchbill/watchbill:1.0.0',
    ])
      assert.deepEqual(linesByName(line), [line]);
  });

  it('is not a file, a program that is installed, or an address', () => {
    for (const line of [
      'npm install --global ./watchbill-1.0.0-rc.1.tgz',
      'npm publish release/watchbill-*.tgz',
      'npm run -s watchbill -- apply oncall.yaml --plan',
      'sudo apt install ./watchbill_1.0.0~rc.1_amd64.deb',
      'sudo watchbill users link --email owner@example.com',
      'DATABASE_URL=postgres://watchbill@postgres/watchbill',
      'npx openapi-typescript $URL/openapi.json --output watchbill.d.ts',
      'docker run --rm watchbill',
      '    image: watchbill',
    ])
      assert.deepEqual(linesByName(line), []);
  });
});
