/**
 * Requests everything that the reader of each product needs. Documents are stored as the API returned them, so that they can be saved and read again.
 */
import Type from 'typebox';
import { formatInstant } from '../../time/iso.ts';
import { DAY_MS } from '../../time/units.ts';
import { matching } from '../documents.ts';
import { type Api, createApi, MAX_PAGES } from '../product-api.ts';
import { type Document, PRODUCT_NAMES, type Product, SourceError } from '../source.ts';

export interface Access {
  readonly url: string;
  readonly key: string;
  /** Replaced in tests. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** The interval for which the source's own timeline is read. */
export interface Asked {
  readonly start: number;
  readonly end: number;
}

const AUTHORIZATION: Readonly<Record<Product, (key: string) => Record<string, string>>> = {
  opsgenie: (key) => ({ authorization: `GenieKey ${key}` }),
  pagerduty: (key) => ({ authorization: `Token token=${key}`, accept: 'application/vnd.pagerduty+json;version=2' }),
  'grafana-oncall': (key) => ({ authorization: key }),
  goalert: (key) => ({ authorization: `Bearer ${key}` }),
};

const FETCHERS: Readonly<Record<Product, (api: Api, asked: Asked) => Promise<Document[]>>> = {
  opsgenie: fetchOpsgenie,
  pagerduty: fetchPagerDuty,
  'grafana-oncall': fetchGrafanaOnCall,
  goalert: fetchGoAlert,
};

export function fetchDocuments(product: Product, { url, key, wait }: Access, asked: Asked): Promise<Document[]> {
  const headers = AUTHORIZATION[product](key);
  const api = createApi({ name: PRODUCT_NAMES[product], url, headers, ...(wait !== undefined && { wait }) });
  return FETCHERS[product](api, asked);
}

interface Listed {
  readonly id: string;
}

async function fetchOpsgenie(api: Api, { start, end }: Asked): Promise<Document[]> {
  const schedules = (await api.get('/v2/schedules?expand=rotation')) as { data?: Listed[] };
  const documents: Document[] = [{ name: 'schedules', value: schedules }];
  const users = await pages(
    api,
    '/v2/users?limit=100',
    (page) => (page as { paging?: { next?: string } }).paging?.next,
  );
  documents.push(...users.map((value, i) => ({ name: `users-${i + 1}`, value })));
  const weeks = Math.ceil((end - start) / (7 * DAY_MS));
  for (const { id } of listIn(schedules.data, 'Opsgenie')) {
    const path = `/v2/schedules/${encodeURIComponent(id)}`;
    const overrides = (await api.get(`${path}/overrides`)) as { data?: object[] };
    // The list belongs to one schedule, which not every response repeats.
    if (overrides.data !== undefined && !Array.isArray(overrides.data))
      throw new SourceError('Opsgenie answers without a list of overrides.');
    const data = (overrides.data ?? []).map((override) => ({ _parent: { id }, ...override }));
    const date = encodeURIComponent(formatInstant(start));
    const timeline = await api.get(`${path}/timeline?date=${date}&interval=${weeks}&intervalUnit=weeks`);
    documents.push(
      { name: `overrides-${id}`, value: { _parent: { id }, data } },
      { name: `timeline-${id}`, value: timeline },
    );
  }
  return documents;
}

async function fetchPagerDuty(api: Api, { start, end }: Asked): Promise<Document[]> {
  const users = await offsetPages(api, '/users');
  const schedules = await offsetPages(api, '/schedules');
  const documents = users.map((value, i): Document => ({ name: `users-${i + 1}`, value }));
  const [since, until] = [formatInstant(start), formatInstant(end)];
  for (const { id } of schedules.flatMap((page) => listIn((page as { schedules?: Listed[] }).schedules, 'PagerDuty'))) {
    const query = `since=${encodeURIComponent(since)}&until=${encodeURIComponent(until)}`;
    const value = (await api.get(`/schedules/${encodeURIComponent(id)}?${query}`)) as object;
    documents.push({ name: `schedule-${id}`, value: { ...value, since, until } });
  }
  return documents;
}

async function fetchGrafanaOnCall(api: Api, { start, end }: Asked): Promise<Document[]> {
  const documents: Document[] = [];
  const lists: Record<string, object[]> = {};
  for (const list of ['users', 'teams', 'on_call_shifts', 'schedules']) {
    lists[list] = await linkedPages(api, `/api/v1/${list}/`);
    documents.push(...lists[list].map((value, i) => ({ name: `${list}-${i + 1}`, value })));
  }
  const [startDate, endDate] = [formatInstant(start).slice(0, 10), formatInstant(end).slice(0, 10)];
  for (const { id } of listIn((lists.schedules ?? []).flatMap(resultsIn) as Listed[], 'Grafana OnCall')) {
    const path = `/api/v1/schedules/${encodeURIComponent(id)}/final_shifts?start_date=${startDate}&end_date=${endDate}`;
    const results = (await linkedPages(api, path)).flatMap(resultsIn);
    documents.push({
      name: `final_shifts-${id}`,
      value: { schedule_id: id, start_date: startDate, end_date: endDate, results },
    });
  }
  return documents;
}

const PERSON = '{ id name email }';
const SCHEDULE_QUERY = `query Schedule($id: ID!, $start: ISOTimestamp!, $end: ISOTimestamp!) {
  schedule(id: $id) {
    id name description timeZone
    targets { target { id type name } rules { start end weekdayFilter } }
    temporarySchedules { start end shifts { userID user ${PERSON} start end } }
    shifts(start: $start, end: $end) { userID user ${PERSON} start end }
  }
}`;
const ROTATION_QUERY = `query Rotation($id: ID!) {
  rotation(id: $id) {
    id name timeZone start type shiftLength activeUserIndex userIDs users ${PERSON} nextHandoffTimes(num: 1)
  }
}`;
const SCHEDULES_QUERY = `query Schedules($after: String!) {
  schedules(input: { first: 100, after: $after }) { nodes { id name } pageInfo { hasNextPage endCursor } }
}`;
const OVERRIDES_QUERY = `query Overrides($id: ID!, $start: ISOTimestamp!, $end: ISOTimestamp!, $after: String!) {
  userOverrides(input: { scheduleID: $id, first: 100, after: $after, start: $start, end: $end }) {
    nodes { start end addUser ${PERSON} removeUser ${PERSON} target { id type name } }
    pageInfo { hasNextPage endCursor }
  }
}`;
const USER_QUERY = `query User($id: ID!) { user(id: $id) ${PERSON} }`;

/** The reader reports whatever else is wrong with the schedule. */
const ScheduleTargets = Type.Object({
  schedule: Type.Object({
    targets: Type.Array(Type.Object({ target: Type.Object({ id: Type.String(), type: Type.String() }) })),
  }),
});

/** Overrides are requested for a year ahead: there are few. */
const OVERRIDES_AHEAD_MS = 366 * DAY_MS;

async function fetchGoAlert(api: Api, { start, end }: Asked): Promise<Document[]> {
  const documents: Document[] = [];
  const variables = { start: formatInstant(start), end: formatInstant(end) };
  const targets = new Map<string, string>();
  for (const page of await cursorPages(api, SCHEDULES_QUERY, 'schedules', {})) {
    for (const { id } of listIn((page.data.schedules as { nodes?: Listed[] } | undefined)?.nodes, 'GoAlert')) {
      const answer = await query(api, SCHEDULE_QUERY, { id, ...variables });
      documents.push({ name: `schedule-${id}`, value: { ...answer, variables } });
      const ahead = { id, start: variables.start, end: formatInstant(start + OVERRIDES_AHEAD_MS) };
      const overrides = await cursorPages(api, OVERRIDES_QUERY, 'userOverrides', ahead);
      documents.push(...overrides.map((value, i) => ({ name: `overrides-${id}-${i + 1}`, value })));
      const { schedule } = matching(ScheduleTargets, answer.data) ?? {};
      for (const { target } of schedule?.targets ?? []) targets.set(target.id, target.type);
    }
  }
  for (const [id, type] of targets) {
    const text = type === 'user' ? USER_QUERY : type === 'rotation' ? ROTATION_QUERY : undefined;
    if (text !== undefined) documents.push({ name: `${type}-${id}`, value: await query(api, text, { id }) });
  }
  return documents;
}

interface GraphqlAnswer {
  readonly data: Readonly<Record<string, unknown>>;
}

async function query(api: Api, text: string, variables: object): Promise<GraphqlAnswer> {
  const { data, errors } = (await api.post('/api/graphql', { query: text, variables })) as {
    data?: Record<string, unknown>;
    errors?: { message?: string }[] | null;
  };
  const [error] = errors ?? [];
  if (error !== undefined || !data) throw new SourceError(`GoAlert refuses a query: ${error?.message ?? 'no data'}.`);
  return { data };
}

async function cursorPages(api: Api, text: string, list: string, variables: object): Promise<GraphqlAnswer[]> {
  const answers: GraphqlAnswer[] = [];
  for (let after = ''; answers.length < MAX_PAGES; ) {
    const answer = await query(api, text, { ...variables, after });
    answers.push(answer);
    const { pageInfo } = (answer.data[list] ?? {}) as { pageInfo?: { hasNextPage?: boolean; endCursor?: string } };
    if (pageInfo?.hasNextPage !== true || !pageInfo.endCursor || pageInfo.endCursor === after) return answers;
    after = pageInfo.endCursor;
  }
  throw tooLong('GoAlert');
}

/** For lists in which each page has the address of the next. */
async function pages(api: Api, first: string, nextOf: (page: object) => string | null | undefined): Promise<object[]> {
  const read: object[] = [];
  for (let path: string | undefined = first; path !== undefined; ) {
    if (read.length === MAX_PAGES) throw tooLong('The source');
    const page = await api.get(path);
    read.push(page);
    const next = nextOf(page);
    path = next ? api.pathOf(next) : undefined;
  }
  return read;
}

function linkedPages(api: Api, first: string): Promise<object[]> {
  return pages(api, first, (page) => (page as { next?: string | null }).next);
}

const OFFSET_PAGE = 100;

/** For lists with an offset and a field `more`. */
async function offsetPages(api: Api, path: string): Promise<object[]> {
  const read: object[] = [];
  for (;;) {
    if (read.length === MAX_PAGES) throw tooLong('PagerDuty');
    const page = await api.get(`${path}?limit=${OFFSET_PAGE}&offset=${read.length * OFFSET_PAGE}`);
    read.push(page);
    if ((page as { more?: boolean }).more !== true) return read;
  }
}

function resultsIn(page: object): object[] {
  const { results } = page as { results?: object[] };
  if (!Array.isArray(results)) throw withoutList('Grafana OnCall');
  return results;
}

function listIn(list: Listed[] | undefined, name: string): Listed[] {
  if (!Array.isArray(list)) throw withoutList(name);
  if (!list.every((item) => typeof item?.id === 'string'))
    throw new SourceError(`${name} answers with a list in which something has no id.`);
  return list;
}

function withoutList(name: string): SourceError {
  return new SourceError(`${name} answers without a list. Is its address right?`);
}

function tooLong(name: string): SourceError {
  return new SourceError(`${name} has a list of more than ${MAX_PAGES} pages; it is not read.`);
}
