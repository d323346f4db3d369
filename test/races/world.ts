/**
 * The organization at the start of every race: small, fixed, with something of each kind, and with due work for each kind of worker. It is built two
 * days before `NOW`, so that a handoff, a reminder, a change notification and an expiry are due. Fay is being deactivated, and still in Primary; Gus
 * and Hal have left.
 */
import { anyOrganization } from '../../src/db/people/organizations.ts';
import { parseId } from '../../src/ids.ts';
import { deliverDue } from '../../src/services/deliveries/deliveries.ts';
import { unsubscribeToken } from '../../src/services/notifications/unsubscribing.ts';
import { enqueue } from '../../src/services/outbox/outbox.ts';
import { parseInstant } from '../../src/time/iso.ts';
import { addKey, type Person, startWatchbill, succeeded, type Watchbill } from '../support/drivers/api.ts';
import { addFeed } from '../support/drivers/calendars.ts';
import { addIdentity } from '../support/drivers/oidc.ts';
import { createOverride, createSchedule, layer } from '../support/drivers/schedules.ts';
import { invite, openSession } from '../support/drivers/sessions.ts';
import { createSqlite } from '../support/servers/databases.ts';

const BUILT_AT = '2026-01-05T09:00:00Z';

/** The fixed time of both nodes: equal histories store equal instants. */
export const NOW = '2026-01-07T09:00:10Z';
export const NOW_MS = parseInstant(NOW) as number;

export type PersonName =
  | 'owner'
  | 'otto'
  | 'admin'
  | 'ada'
  | 'ben'
  | 'cid'
  | 'dan'
  | 'eve'
  | 'fay'
  | 'gus'
  | 'hal'
  | 'vera';

/** Everything that an operation can name. Plain data, so that another process can use it too. */
export interface World {
  /** By the name that failures show. */
  readonly ids: Readonly<
    Record<
      | PersonName
      | 'organization'
      | 'core'
      | 'edge'
      | 'primary'
      | 'secondary'
      | 'runningOverride'
      | 'futureOverride'
      | 'coverageOfAda'
      | 'spareKeyOfAda'
      | 'feedOfAda'
      | 'timeOffOfAda'
      | 'failedDelivery'
      | 'webhook'
      | 'failedTest'
      | 'identityOfAda'
      | 'unsubscribeTokenOfAda',
      string
    >
  >;
  readonly keys: Readonly<Record<PersonName, string>>;
  /** `watchbill_session=…` */
  readonly cookies: Readonly<Record<'owner' | 'ada', string>>;
  readonly signInTokenOfEve: string;
}

/** The organization in an SQLite file that nobody uses. Every stage starts with a copy, so that outcomes of different stages can be compared. */
export interface BuiltWorld {
  readonly world: World;
  readonly path: string;
  remove(): Promise<void>;
}

export async function buildWorld(): Promise<BuiltWorld> {
  const { config, remove } = await createSqlite('migrated');
  const watchbill = await startWatchbill(async () => ({ config, remove: async () => undefined }), BUILT_AT);
  const world = await fill(watchbill);
  await watchbill.stop();
  return { world, path: config.path, remove };
}

async function fill(watchbill: Watchbill): Promise<World> {
  const { owner, services, addPerson } = watchbill;
  const people: Record<PersonName, Person> = {
    owner,
    otto: await addPerson('Otto', { role: 'owner' }),
    admin: await addPerson('Admin', { role: 'admin' }),
    ada: await addPerson('Ada'),
    ben: await addPerson('Ben'),
    cid: await addPerson('Cid'),
    dan: await addPerson('Dan'),
    eve: await addPerson('Eve'),
    fay: await addPerson('Fay'),
    gus: await addPerson('Gus'),
    hal: await addPerson('Hal'),
    vera: await addPerson('Vera', { seat: 'viewer' }),
  };
  const { ada, ben, cid, eve, fay } = people;
  const failedDelivery = await addFailedDelivery(watchbill);
  const { webhook, failedTest } = await addWebhook(watchbill);
  for (const [id, chatId] of [
    [ada.id, 'U0ADA'],
    [ben.id, 'U0BEN'],
  ]) {
    succeeded(await owner.patch(`/users/${id}`, { chat_id: chatId }));
  }
  for (const person of [ada, ben]) {
    succeeded(await person.patch('/user/settings/', { settings: { reminder_hours: [24] } }));
  }

  const { team: former } = succeeded(await owner.post('/teams/', { name: 'Gus and Hal' }), 201);
  succeeded(await owner.delete(`/teams/${former.id}`), 204);
  const core = await addTeam(owner, 'Core', [ada, ben]);
  const edge = await addTeam(owner, 'Edge', [cid]);
  const primary = await createSchedule(owner, [ada, ben, cid, fay], { name: 'Primary', team_ids: [core] });
  const secondary = await createSchedule(owner, [], {
    name: 'Secondary',
    layers: [layer([eve, cid], { shift_length: { amount: 1, unit: 'weeks' } })],
    team_ids: [edge],
  });
  const planned = layer([cid, eve], { rotation_start: '2026-02-02T09:00:00Z' });
  succeeded(await owner.patch(`/schedules/${secondary.id}`, { layers: [planned] }));
  const path = `/schedules/${primary.id}`;
  succeeded(await owner.put(`${path}/chat_user_group/`, { name: 'Primary', handle: 'primary' }));
  succeeded(await owner.put(`${path}/chat_channels/C0ONCALL`), 204);
  const running = await createOverride(owner, primary, [ada], '2026-01-07T08:00:00Z', '2026-01-07T12:00:00Z');
  const future = await createOverride(owner, primary, [ada, ben], '2026-01-09T12:00:00Z', '2026-01-09T15:00:00Z');
  const coverageOfAda = await askForCover(ada, '2026-01-08T09:00:00Z', '2026-01-12T09:00:00Z');
  await askForCover(ben, '2026-01-06T09:00:00Z', '2026-01-06T18:00:00Z');

  const ownerBrowser = await openSession(watchbill, owner);
  const adaBrowser = await openSession(watchbill, ada);
  const signInTokenOfEve = await invite(ownerBrowser, eve.id);
  await addKey(services, ada.id);
  const { api_keys } = succeeded(await ada.get('/user/api_keys/'));
  const { organization } = succeeded(await owner.get('/organization/'));
  const feedOfAda = await addFeed(ada);
  const away = { start: '2026-01-14T09:00:00Z', end: '2026-01-17T09:00:00Z', reason: 'Dentist' };
  const timeOffOfAda = succeeded(await ada.post('/user/time_off/', away), 201).time_off.id;
  const identityOfAda = await addIdentity(services, owner, ada.id);
  await touchEveryKey(watchbill);
  watchbill.at(NOW);
  await beginDeparture(watchbill, owner, fay);
  for (const { id } of [people.gus, people.hal]) succeeded(await owner.delete(`/users/${id}`), 204);

  return {
    ids: {
      ...mapValues(people, ({ id }) => id),
      organization: organization.id,
      core,
      edge,
      primary: primary.id,
      secondary: secondary.id,
      runningOverride: running.id,
      futureOverride: future.id,
      coverageOfAda,
      spareKeyOfAda: api_keys[1].id,
      feedOfAda: feedOfAda.id,
      timeOffOfAda,
      failedDelivery,
      webhook,
      failedTest,
      identityOfAda,
      unsubscribeTokenOfAda: tokenFor(watchbill, organization.id, ada.id),
    },
    keys: mapValues(people, ({ key }) => key),
    cookies: { owner: ownerBrowser.cookie, ada: adaBrowser.cookie },
    signInTokenOfEve,
  };
}

async function addTeam(owner: Person, name: string, members: readonly Person[]): Promise<string> {
  const { team } = succeeded(await owner.post('/teams/', { name }), 201);
  for (const { id } of members) succeeded(await owner.put(`/teams/${team.id}/members/${id}`), 204);
  return team.id;
}

async function askForCover(person: Person, start: string, end: string): Promise<string> {
  const answer = await person.post('/user/coverage_requests', { start, end, reason: 'Away' });
  return succeeded(answer, 201).coverage_request.id;
}

/** To a person who is unknown to the chat. */
async function addFailedDelivery({ services, owner }: Watchbill): Promise<string> {
  const organization = await services.db.first(anyOrganization, {});
  if (organization === undefined) throw new Error('there is no organization');
  const outgoing = [{ destinationId: 'U0NONE', message: { lines: [['Hello, Gus and Hal']] } }];
  await services.db.transaction((tx) => enqueue(services, tx, organization.id, outgoing));
  await deliverDue(services);
  return succeeded(await owner.get('/deliveries/?status=failed')).deliveries[0].id;
}

/** The token in mails with reminders. */
function tokenFor({ services }: Watchbill, organization: string, user: string): string {
  const [organizationId, userId] = [parseId('organization', organization), parseId('user', user)];
  if (organizationId === undefined || userId === undefined) throw new Error('these are no ids');
  return unsubscribeToken(services.secret, { organizationId, userId, kind: 'reminder' });
}

/** Disabled, with an address that is refused, and with a failed test. */
async function addWebhook({ services, owner }: Watchbill): Promise<{ webhook: string; failedTest: string }> {
  const wanted = { url: 'https://93.184.216.34/', events: ['override.deleted', 'gap.ahead'], enabled: false };
  const { webhook } = succeeded(await owner.post('/webhooks/', wanted), 201);
  await services.db.exclusively((tx) => tx.execute(`update webhooks set url = 'https://127.0.0.1/'`));
  const { delivery } = succeeded(await owner.post(`/webhooks/${webhook.id}/test`), 202);
  await deliverDue(services, 'webhook');
  return { webhook: webhook.id, failedTest: delivery.id };
}

/** The part of `DELETE /users/{user_id}` before a worker continues. */
async function beginDeparture({ services }: Watchbill, by: Person, { id }: Person): Promise<void> {
  await services.db.exclusively(async (tx) => {
    await tx.execute(`update users set deactivated_at = ${NOW_MS}, email_key = null where id = '${id}'`);
    await tx.execute(
      `insert into departures (organization_id, user_id, started_by, left_at, due_at)
        select organization_id, id, '${by.id}', ${NOW_MS}, ${NOW_MS} from users where id = '${id}'`,
    );
  });
}

/** The last use of a key is stored at most once a minute. That write belongs to no operation, so it must not happen during a race. */
async function touchEveryKey({ services }: Watchbill): Promise<void> {
  await services.db.exclusively(async (tx) => {
    await tx.execute(`update api_keys set last_used_at = ${NOW_MS}`);
    await tx.execute(`update sessions set last_seen_at = ${NOW_MS}`);
  });
}

function mapValues<K extends string, V, W>(record: Readonly<Record<K, V>>, map: (value: V) => W): Record<K, W> {
  return Object.fromEntries(Object.entries<V>(record).map(([key, value]) => [key, map(value)])) as Record<K, W>;
}
