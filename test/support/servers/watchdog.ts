/**
 * Preloaded into every test process: kills it if its event loop has been blocked for so long that no timeout of a test can fire. The runner then
 * reports the file as failed and continues with the others. It also kills the process when the runner is gone, for any reason. Its reports are
 * written at once, because a killed process loses results that a busy runner has not read yet.
 */
import { Worker } from 'node:worker_threads';

const BLOCKED_LIMIT_MS = Number(process.env.TEST_LIMIT_MS ?? 300_000);

const RUNNER_CHECK_MS = 200;

const beats = new Int32Array(new SharedArrayBuffer(4));
setInterval(() => Atomics.add(beats, 0, 1), BLOCKED_LIMIT_MS / 10).unref();

const WATCH = `
  const { workerData: { beats, limitMs, runner, runnerCheckMs } } = require('node:worker_threads');
  setInterval(() => {
    if (process.ppid !== runner) process.kill(process.pid, 'SIGKILL');
  }, runnerCheckMs);
  let last;
  setInterval(() => {
    const now = Atomics.load(beats, 0);
    if (now === last) {
      require('node:fs').writeSync(2, 'blocked for over ' + limitMs + ' ms: killed\\n');
      process.kill(process.pid, 'SIGKILL');
    }
    last = now;
  }, limitMs);
`;
const workerData = { beats, limitMs: BLOCKED_LIMIT_MS, runner: process.ppid, runnerCheckMs: RUNNER_CHECK_MS };
new Worker(WATCH, { eval: true, workerData }).unref();

const { _handle: output } = process.stdout as unknown as { _handle?: { setBlocking?(isBlocking: boolean): void } };
output?.setBlocking?.(true);
