/** Counts the bytes of large answers that clients have not read yet, by user and of the node, and refuses further ones above a limit (rule BUD-4). */
import { AppError } from '../../errors.ts';

/** Seconds. A client that reads is done by then. */
const RETRY_AFTER_S = 5;

export interface UnreadLimits {
  readonly userBytes: number;
  readonly nodeBytes: number;
}

export interface UnreadAnswers {
  /** Throws if this many more bytes are too many for the user or the node. */
  requireRoom(userId: string, bytes: number): void;
  add(userId: string, bytes: number): void;
  remove(userId: string, bytes: number): void;
  bytesOf(userId: string): number;
  bytesOfNode(): number;
}

export function countUnreadAnswers({ userBytes, nodeBytes }: UnreadLimits): UnreadAnswers {
  const byUser = new Map<string, number>();
  let ofNode = 0;

  function add(userId: string, bytes: number): void {
    ofNode += bytes;
    const ofUser = (byUser.get(userId) ?? 0) + bytes;
    if (ofUser > 0) byUser.set(userId, ofUser);
    else byUser.delete(userId);
  }

  function requireBelow(bytes: number, limit: number, whose: string): void {
    if (bytes <= limit) return;
    const most = limit.toLocaleString('en');
    throw new AppError('too_many_requests', `${whose} more than ${most} bytes of answers unread: read them first.`, {
      retryAfterS: RETRY_AFTER_S,
    });
  }

  return {
    requireRoom(userId, bytes) {
      requireBelow((byUser.get(userId) ?? 0) + bytes, userBytes, 'You would have');
      requireBelow(ofNode + bytes, nodeBytes, 'The clients of this node would have');
    },
    add,
    remove: (userId, bytes) => add(userId, -bytes),
    bytesOf: (userId) => byUser.get(userId) ?? 0,
    bytesOfNode: () => ofNode,
  };
}
