/**
 * The worker. Each kind of work has its own loop, so that a slow chat delays no handoff. A loop sleeps until its next work is due or a
 * change wakes it: an idle system does nothing.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Log } from '../process/log.ts';
import {
  findParallelWork,
  nextDue,
  recheckEverything,
  runDueBatch,
  WORK_KINDS,
  type WorkKind,
} from '../services/jobs/due-work.ts';
import type { Retention } from '../services/jobs/retention.ts';
import { type ClaimTasks, MAX_CONCURRENT_TASKS } from '../services/outbox/parallel-work.ts';
import type { Services } from '../services/shared/services.ts';
import { checkAllSchedules } from '../services/timelines/broken-schedules.ts';
import { startHeartbeat } from './heartbeat.ts';
import { startSweeping } from './sweeping.ts';

/** Work that is due and was not done is leased by another worker. */
const MIN_SLEEP_MS = 50;

/** Work that is due may wait for a slot of its share: the end of a task wakes the loop. */
const SHARE_SLEEP_MS = 500;

/** A limit, because the machine's clock may be set forward. */
const MAX_SLEEP_MS = 15_000;
const AFTER_FAILURE_MS = 1_000;
const CLOCK_SET_BACK_MS = 2_000;

export interface Worker {
  /** Resolves when running work is done. */
  stop(): Promise<void>;
}

/** Work that nodes without a worker do too, since there may be no worker (decision 14). */
const NODE_WORK = ['departure'] as const satisfies readonly WorkKind[];

/** For a node without a worker, beside its requests. */
export function startNodeWork(services: Services, log: Log): Promise<Worker> {
  return startLoops(services, log, NODE_WORK);
}

const FOREVER: Retention = { auditLogDays: undefined, deliveryDays: undefined, endedSessionDays: undefined };

export interface WorkerOptions {
  /** Called while all kinds of work are on time. */
  readonly heartbeatUrl?: string | undefined;
  /** Absent: kept for ever. */
  readonly retention?: Retention;
}

export async function startWorker(
  services: Services,
  log: Log,
  { heartbeatUrl, retention = FOREVER }: WorkerOptions = {},
): Promise<Worker> {
  const loops = await startLoops(services, log, WORK_KINDS);
  const sweeping = startSweeping(services, log, retention);
  const checkAlarm = createAlarm();
  let isStopping = false;

  /** Rule STO-5: once at each start, in parallel to the work. */
  async function checkSchedules(): Promise<void> {
    while (!isStopping) {
      try {
        const changed = await checkAllSchedules(services, () => isStopping);
        if (changed > 0) log.warn('schedules have become broken, or work again', { changed });
        return;
      } catch (error) {
        log.error('the worker could not look at all schedules, and tries again', { error });
        await checkAlarm.sleep(AFTER_FAILURE_MS);
      }
    }
  }

  const checking = checkSchedules();
  const heartbeat = heartbeatUrl === undefined ? undefined : startHeartbeat(services, log, { url: heartbeatUrl });
  return {
    async stop() {
      isStopping = true;
      heartbeat?.stop();
      checkAlarm.ring();
      await Promise.all([loops.stop(), checking, sweeping.stop()]);
    },
  };
}

async function startLoops(services: Services, log: Log, kinds: readonly WorkKind[]): Promise<Worker> {
  const alarms = kinds.map(() => createAlarm());
  const wakeAll = () => {
    for (const alarm of alarms) alarm.ring();
  };
  const unlisten = await services.db.onWake(wakeAll);
  const watch = watchClock(services, log);
  let isStopping = false;
  let asking: ReturnType<typeof nextDue> | undefined;

  /** One change wakes all loops, which share one query. A query from before a loop woke up may not show the change. */
  function ask(): ReturnType<typeof nextDue> {
    asking ??= nextTurn().then(() => {
      asking = undefined;
      return nextDue(services);
    });
    return asking;
  }

  async function run(kind: WorkKind, alarm: Alarm): Promise<void> {
    while (!isStopping) {
      try {
        const due = await ask();
        const dueInMs = (due[kind] ?? Number.POSITIVE_INFINITY) - services.clock.now();
        if (dueInMs <= 0 && (await runDueBatch(services, kind, () => isStopping)) > 0) continue;
        await alarm.sleep(Math.min(Math.max(dueInMs, MIN_SLEEP_MS), MAX_SLEEP_MS));
      } catch (error) {
        log.error('the worker failed, and tries again', { kind, error });
        await alarm.sleep(AFTER_FAILURE_MS);
      }
      await watch.look();
    }
  }

  /** Claims more as soon as one task is done, however long the others take. */
  async function runParallel(kind: WorkKind, take: ClaimTasks, alarm: Alarm): Promise<void> {
    const inHand = new Set<Promise<void>>();
    /** Of those, the ones that others wait for. */
    const slots = new Set<Promise<void>>();
    let hasFailed = false;

    function report(error: unknown): void {
      hasFailed = true;
      log.error('the worker failed, and tries again', { kind, error });
    }

    while (!isStopping) {
      if (hasFailed) {
        hasFailed = false;
        await alarm.sleep(AFTER_FAILURE_MS);
        continue;
      }
      let sleepMs = MAX_SLEEP_MS;
      const free = MAX_CONCURRENT_TASKS - slots.size;
      try {
        if (free > 0) {
          const dueInMs = ((await ask())[kind] ?? Number.POSITIVE_INFINITY) - services.clock.now();
          const tasks = dueInMs <= 0 ? await take(services, free) : [];
          for (const task of tasks) {
            const leaveSlot = () => {
              slots.delete(doing);
              alarm.ring();
            };
            const doing = task(leaveSlot)
              .catch(report)
              .finally(() => {
                inHand.delete(doing);
                leaveSlot();
              });
            inHand.add(doing);
            slots.add(doing);
          }
          const minSleepMs = dueInMs <= 0 && inHand.size > 0 ? SHARE_SLEEP_MS : MIN_SLEEP_MS;
          sleepMs = tasks.length > 0 ? 0 : Math.min(Math.max(dueInMs, minSleepMs), MAX_SLEEP_MS);
        }
        if (sleepMs > 0) await alarm.sleep(sleepMs);
      } catch (error) {
        report(error);
      }
      await watch.look();
    }
    await Promise.all(inHand);
  }

  const loops = kinds.map((kind, i) => {
    const take = findParallelWork(kind);
    const alarm = alarms[i] as Alarm;
    return take === undefined ? run(kind, alarm) : runParallel(kind, take, alarm);
  });
  return {
    async stop() {
      isStopping = true;
      unlisten();
      wakeAll();
      await Promise.all(loops);
    },
  };
}

interface Alarm {
  /** Sleeps until the alarm rings, at most this long. Returns at once if it rang since the last sleep. */
  sleep(ms: number): Promise<void>;
  ring(): void;
}

function createAlarm(): Alarm {
  let hasRung = false;
  let wake: (() => void) | undefined;
  return {
    async sleep(ms) {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      hasRung = false;
      wake = undefined;
    },
    ring() {
      hasRung = true;
      wake?.();
    },
  };
}

/** Notices when the clock is set back. */
function watchClock(services: Services, log: Log): { look(): Promise<void> } {
  let latest = services.clock.now();
  return {
    async look() {
      const now = services.clock.now();
      const setBackMs = latest - now;
      latest = now;
      if (setBackMs < CLOCK_SET_BACK_MS) return;
      log.warn('the clock was set back', { milliseconds: setBackMs });
      await recheckEverything(services).catch((error) => {
        latest = now + setBackMs;
        log.error('the worker failed, and tries again', { error });
      });
    },
  };
}
