/** Starts what `npm run build` built. Node 12.20 and newer can read this file, so that they get a sentence and not a stack. */
import { existsSync } from 'node:fs';
import process from 'node:process';

const OLDEST_NODE = 26;
const main = new URL('../dist/server/main.mjs', import.meta.url);

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  fail(
    `This is Node ${process.versions.node}, and Watchbill needs Node ${OLDEST_NODE}: \`npm ci\` installs it, and \`npm start\` uses it.`,
  );
} else if (!existsSync(main)) {
  fail('Watchbill is not built. Run `npm run build` first.');
} else {
  // Without await, which older versions do not know here.
  import(main.href);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
