/** What requests by chance refer to: an organization with a little of everything, kept up to date as they change it. */
import { anyOrganization } from '../../../src/db/people/organizations.ts';
import { deliverDue } from '../../../src/services/deliveries/deliveries.ts';
import { enqueue } from '../../../src/services/outbox/outbox.ts';
import type { Answer } from '../drivers/answer.ts';
import type { Person, Watchbill } from '../drivers/api.ts';
import { addKey, succeeded } from '../drivers/api.ts';
import { addIdentity } from '../drivers/oidc.ts';
import { createOverride, createSchedule, layer } from '../drivers/schedules.ts';
import { openSession } from '../drivers/sessions.ts';
import { TOKEN } from './json-arbitraries.ts';

/** Of each kind, as many as a request chooses from. */
const CHOICE = 6;

const CHANNELS = ['C0GENERAL', 'C0ONCALL', 'C0GENERAL', 'C0ONCALL', 'C0LEADS', 'C0NONE'];

export interface Things {
  /** Who is in the rotations beside the owner. No request can name them to delete or change them. */
  readonly people: readonly [ada: Person, dora: Person];
  /** The text with what its tokens stand for. */
  putInto(text: string): string;
  /** For when requests have signed everybody out. */
  signInAgain(): Promise<void>;
  /** What a request has made can be asked for by the next; what it has ended, no more. */
  learnFrom(method: string, url: string, answer: Answer): void;
}

/** A key of the owner that may only read. */
async function readOnlyKey(watchbill: Watchbill): Promise<string> {
  const browser = await openSession(watchbill, watchbill.owner);
  const answer = await browser.post('/user/api_keys/', { name: 'Dashboard', read_only: true });
  return succeeded(answer, 201).api_key.key;
}

export async function furnish(watchbill: Watchbill): Promise<Things> {
  const { owner, services, addPerson } = watchbill;
  const ada = await addPerson('Ada');
  const dora = await addPerson('Dora');
  const viewer = await addPerson('Vera', { seat: 'viewer' });
  succeeded(await owner.patch(`/users/${ada.id}`, { chat_id: 'U0ADA' }));
  const reader = await readOnlyKey(watchbill);
  const keys: Readonly<Record<string, string>> = { owner: owner.key, member: ada.key, viewer: viewer.key, reader };
  const sessions: Record<string, string> = {};
  const known: Record<string, string[]> = {
    person_id: [owner.id, ada.id, dora.id],
    person_email: ['owner@example.com', 'ADA@example.com', 'dora@example.com'],
    actor_id: [owner.id, ada.id],
    channel_id: CHANNELS,
    revision: ['0', '1', '2'],
  };

  for (let i = 1; i <= CHOICE; i++) {
    const user = await addPerson(`Extra${i}`);
    const { team } = succeeded(await owner.post('/teams/', { name: `Team ${i}` }), 201);
    for (const { id } of [ada, user]) succeeded(await owner.put(`/teams/${team.id}/members/${id}`), 204);
    const schedule = await createSchedule(owner, [owner, ada, dora], { team_ids: [team.id] });
    const path = `/schedules/${schedule.id}`;
    const planned = layer([dora, ada], { rotation_start: '2026-03-02T09:00:00Z' });
    succeeded(await owner.patch(path, { layers: [planned] }));
    succeeded(await owner.put(`${path}/chat_user_group/`, { name: `Group ${i}`, handle: `group-${i}` }));
    succeeded(await owner.put(`${path}/chat_channels/C0ONCALL`), 204);
    const override = await createOverride(owner, schedule, [dora], '2026-01-07T12:00:00Z', '2026-01-07T15:00:00Z');
    const request = { start: '2026-02-01T09:00:00Z', end: '2026-02-07T09:00:00Z', reason: 'Away' };
    const asking = i % 2 === 0 ? owner : ada;
    const answer = await asking.post('/user/coverage_requests', { ...request, schedule_ids: [schedule.id] });
    const hook = await owner.post('/webhooks/', { url: `https://hooks.example.com/${i}`, events: ['gap.ahead'] });
    const { webhook } = succeeded(hook, 201);
    add({ user, team, schedule, override, webhook, ...succeeded(answer, 201) }, schedule.id);
    const away = { start: '2026-03-01T09:00:00Z', end: '2026-03-07T09:00:00Z' };
    const { time_off } = succeeded(await owner.post('/user/time_off/', away), 201);
    const ofUser = succeeded(await owner.post(`/users/${user.id}/time_off/`, away), 201);
    add({ time_off, user_of_time_off: user, time_off_of_user: ofUser.time_off });
    await addKey(services, owner.id);
  }
  // The first keys are those that are called with.
  const [, , ...keysToRevoke] = succeeded(await owner.get('/user/api_keys/')).api_keys;
  for (const api_key of keysToRevoke) add({ api_key });
  for (const delivery of await failedDeliveries()) add({ delivery });
  for (const userId of known.user_id ?? []) add({ identity: { id: await addIdentity(services, owner, userId) } });

  known.user_of_time_off = known.user_of_time_off_id ?? [];
  known.time_off_of_user = known.time_off_of_user_id ?? [];
  known.webhook_of_delivery = [...(known.webhook_id ?? [])];
  known.delivery_of_webhook = await failedTests(known.webhook_of_delivery);

  // Only someone who was deactivated can be erased.
  const former = await addPerson('Former');
  succeeded(await owner.delete(`/users/${former.id}`), 204);
  add({ user: former });

  await signInAgain();

  async function signInAgain(): Promise<void> {
    for (const [name, person] of Object.entries({ owner, member: ada, viewer })) {
      sessions[name] = (await openSession(watchbill, person)).cookie;
    }
  }

  /** To someone whom the chat does not know. */
  async function failedDeliveries(): Promise<{ readonly id: string }[]> {
    const organization = await services.db.first(anyOrganization, {});
    if (organization === undefined) throw new Error('there is no organization');
    const outgoing = Array.from({ length: CHOICE }, () => ({
      destinationId: 'U0NONE',
      message: { lines: [['Hello']] },
    }));
    await services.db.transaction((tx) => enqueue(services, tx, organization.id, outgoing));
    await deliverDue(services);
    return succeeded(await owner.get('/deliveries/?status=failed')).deliveries;
  }

  /** One of each webhook, to an address that none may lead to. */
  async function failedTests(webhookIds: readonly string[]): Promise<string[]> {
    await services.db.exclusively((tx) => tx.execute(`update webhooks set url = 'https://127.0.0.1/'`));
    const ids: string[] = [];
    for (const id of webhookIds) ids.push(succeeded(await owner.post(`/webhooks/${id}/test`), 202).delivery.id);
    await deliverDue(services, 'webhook');
    return ids;
  }

  function add(made: Readonly<Record<string, { readonly id: string }>>, scheduleId = ''): void {
    for (const [noun, { id }] of Object.entries(made)) {
      const newest = (kind: string, value: string) => [value, ...(known[kind] ?? [])].slice(0, CHOICE);
      known[`${noun}_id`] = newest(`${noun}_id`, id);
      if (noun === 'override') known.schedule_of_override = newest('schedule_of_override', scheduleId);
    }
  }

  /** The last of its kind stays, gone or not: there must be something to ask for. */
  function forget(id: string): void {
    for (const kind of [
      'user_id',
      'team_id',
      'schedule_id',
      'coverage_request_id',
      'api_key_id',
      'webhook_id',
      'time_off_id',
    ]) {
      const others = known[kind]?.filter((other) => other !== id) ?? [];
      if (others.length > 0) known[kind] = others;
    }
  }

  return {
    people: [ada, dora],
    putInto: (text) =>
      text.replaceAll(TOKEN, (token, kind: string, index: string) => {
        if (kind === 'key') return keys[index] ?? token;
        if (kind === 'session') return sessions[index] ?? token;
        const ids = known[kind] ?? known.schedule_id ?? [];
        return ids[Number(index) % ids.length] ?? token;
      }),
    signInAgain,
    learnFrom(method, url, { status, body }) {
      const [, , first = '', ...rest] = url.split(/[/?]/);
      if (status === 201) add(body, first);
      else if (rest[0] === 'accept') forget(first);
      else if (method === 'DELETE') forget(rest[0] ?? first);
    },
  };
}
