/** Counters of failed sign-ins, by bucket and time window. */
import { writeStatement } from '../driver/statement.ts';

type Counter = { bucket: string; windowStart: number };

/** Increments and returns the count. Concurrent transactions that count the same are serialised. */
export const countAttempt = writeStatement((q, p: Counter) =>
  q
    .insertInto('sign_in_attempts')
    .values({ bucket: p.bucket, window_start: p.windowStart, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['bucket', 'window_start'])
        .doUpdateSet((eb) => ({ count: eb('sign_in_attempts.count', '+', 1) })),
    )
    .returning('count'),
);

export const takeBackAttempt = writeStatement((q, p: Counter) =>
  q
    .updateTable('sign_in_attempts')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('bucket', '=', p.bucket)
    .where('window_start', '=', p.windowStart),
);

export const deleteAttemptsBefore = writeStatement((q, p: { windowStart: number }) =>
  q.deleteFrom('sign_in_attempts').where('window_start', '<', p.windowStart),
);
