/** Two ways to give SQLite no space: a full disk, if one can be mounted, and a file size limit for a process. */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../support/servers/child-processes.ts';

/** Several times the size of the database and its log. */
const DISK_SIZE = '24m';
const BLOCK = new Uint8Array(4_096).fill(1);

export interface SmallDisk {
  readonly folder: string;
  /** Uses the last byte. */
  fill(): Promise<void>;
  makeRoom(): Promise<void>;
  remove(): Promise<void>;
}

/** In memory. Needs the permission to mount. */
export async function openSmallDisk(): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'watchbill-disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE}`, 'tmpfs', folder]);
  const filler = join(folder, 'filler');
  return {
    folder,
    async fill() {
      const file = await open(filler, 'w');
      try {
        for (;;) await file.write(BLOCK);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      } finally {
        await file.close();
      }
    },
    makeRoom: () => rm(filler),
    async remove() {
      await run('umount', [folder]);
      await rm(folder, { recursive: true });
    },
  };
}

export async function canMount(): Promise<boolean> {
  try {
    await (await openSmallDisk()).remove();
    return true;
  } catch {
    return false;
  }
}

/** The process cannot make any file larger than this: SQLite gets a disk error. */
export async function limitFileSize(pid: number, bytes: number | 'unlimited'): Promise<void> {
  await run('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
}
