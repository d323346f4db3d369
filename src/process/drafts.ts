/** Files that are written under another name first, and get their own only when they are complete. */
import { rmSync } from 'node:fs';

/** Removes a draft, if it is there. It may be impossible, for the same reason for which the draft failed: that reason is the one to tell. */
export function removeDraft(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The draft has a name of its own, and nobody takes it for the file.
  }
}
