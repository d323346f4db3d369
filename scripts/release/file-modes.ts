/** Rights of files that do not depend on the machine. */
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Everybody may read all below that folder, and run what `isProgram` names. */
export function setModes(path: string, isProgram: (path: string) => boolean): void {
  if (statSync(path).isDirectory()) {
    chmodSync(path, 0o755);
    for (const name of readdirSync(path)) setModes(join(path, name), isProgram);
  } else {
    chmodSync(path, isProgram(path) ? 0o755 : 0o644);
  }
}
