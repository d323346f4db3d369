/** The health check of the image: ends with 0 if the server in this container is ready, or if the worker, which has no server, answers at `/metrics`. */
import process from 'node:process';

// biome-ignore lint/style/noProcessEnv: it runs beside the service, and must start quickly.
const { PORT, WATCHBILL_METRICS_PORT } = process.env;

// With a body that nobody reads, the process would not end.
const ask = (port, path) => fetch(`http://127.0.0.1:${port}${path}`, { method: 'HEAD' });

const { ok } = await ask(PORT, '/readyz')
  .catch(() => ask(WATCHBILL_METRICS_PORT, '/metrics'))
  .catch(() => ({ ok: false }));
process.exitCode = ok ? 0 : 1;
