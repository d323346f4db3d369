/** PostgreSQL and PgBouncer refuse to run as root, as tests do in many containers. */
import { run } from './child-processes.ts';

/** Every system has this user. */
const UNPRIVILEGED = 'nobody';

/** For `spawn`, and as the owner of files. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** The user to run them as; undefined if we are not root. */
export async function unprivilegedOwner(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const id = async (flag: string) => Number((await run('id', [flag, UNPRIVILEGED])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}
