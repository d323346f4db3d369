/** PostgreSQL and PgBouncer refuse to run as root, which is who runs tests in many containers. */
import { run } from './child-processes.ts';

/** Every system has this user. */
const UNPRIVILEGED = 'nobody';

/** For `spawn`, and to give files to. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Whom to run them as; undefined where we are not root. */
export async function unprivilegedOwner(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const id = async (flag: string) => Number((await run('id', [flag, UNPRIVILEGED])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}
