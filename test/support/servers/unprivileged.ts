/** Tests run as root in many containers: PostgreSQL and PgBouncer refuse to run as root, and nothing is refused to root. */
import { run } from './child-processes.ts';

/** Every system has this user. */
const UNPRIVILEGED = 'nobody';

/** Starts a program as root without capabilities: files and ports are refused to it as to any other user. Nothing if we are not root. */
export const WITHOUT_RIGHTS: readonly string[] =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];

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
