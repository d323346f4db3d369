/** What the programs of clients call: a service with a schedule and two people. A webhook has received an event of it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bodyOf, createApi } from '../../src/api-client/api.ts';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { startWebhookEndpoint } from '../../test/support/fakes/webhook-endpoint.ts';
import { createFolder } from '../../test/support/servers/child-processes.ts';
import { listening, startCommand, stopped } from '../../test/support/servers/server-process.ts';

const DAY_MS = 86_400_000;

export interface Scene {
  /** The environment of the programs: the address of the service, an API key, and the path of the body of an event. */
  readonly environment: { readonly URL: string; readonly KEY: string; readonly EVENT: string };
  /** What a program prints that asks who is on call. */
  readonly onCall: string;
  stop(): Promise<void>;
}

export async function startScene(): Promise<Scene> {
  const folder = await createFolder('watchbill-clients-');
  const key = newApiKey();
  const service = await listening(
    startCommand({ kind: 'sqlite', path: join(folder.path, 'watchbill.db') }, ['serve'], {
      WATCHBILL_BOOTSTRAP_API_KEY: key,
      WATCHBILL_WEBHOOK_ALLOW: '127.0.0.0/8',
    }),
  );
  const endpoint = await startWebhookEndpoint();
  const delivered = Promise.withResolvers<string>();
  endpoint.reply = ({ body }) => {
    delivered.resolve(body);
    return { status: 204 };
  };

  const api = createApi({ url: service.address, key });
  const { user: owner } = await bodyOf(api.GET('/user/'));
  await api.POST('/users/', { body: { name: 'Grace', email: 'grace@example.com' } });
  const layer = {
    name: 'Weeks',
    rotation_start: '2026-01-05T09:00:00+01:00',
    concurrent_oncall_users: 1,
    shift_length: { amount: 1, unit: 'weeks' as const },
    user_references: [{ type: 'email' as const, value: owner.email }],
  };
  const { schedule } = await bodyOf(
    api.POST('/schedules', {
      body: { name: 'Primary', time_zone: 'Europe/Berlin', team_ids: [], layers: [layer] },
    }),
  );
  await api.POST('/webhooks/', { body: { url: endpoint.url, events: ['override.created'] } });
  await api.POST('/schedules/{schedule_id}/overrides/', {
    params: { path: { schedule_id: schedule.id } },
    body: { start: inDays(7), end: inDays(8), user_references: [{ type: 'email', value: 'grace@example.com' }] },
  });
  const event = join(folder.path, 'event.json');
  await writeFile(event, await delivered.promise);

  return {
    environment: { URL: service.address, KEY: key, EVENT: event },
    onCall: `Primary: ${owner.name}`,
    async stop() {
      await stopped(service);
      await endpoint.stop();
      await folder.remove();
    },
  };
}

function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}
