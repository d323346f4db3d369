/** Reading and changing data with TanStack Query. Responses are cached by path and parameters, and refetched after a change. */
import {
  keepPreviousData,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  queryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  ApiProblem,
  api,
  type GetAnswer,
  type GetInit,
  type GetPath,
  isDenied,
  isOutdated,
  type Tagged,
  unwrapWithTag,
} from './client.ts';
import { beginDeletion, deletionsOver, isAbout, isBeingDeleted } from './deletions.ts';
import { inTurn } from './in-turn.ts';
import { refreshEveryMs } from './live.ts';

/** The server may run on this very machine, so "offline" says nothing. It also means that no change is held back to be sent later, unexpectedly. */
const NETWORK_MODE = 'always';

/** Longer than the server's own request timeout. */
const READ_WITHIN_MS = 30_000;

/** Deliveries normally finish within one or two seconds. */
const UNFINISHED_REFRESH_MS = 2_000;

const PER_PAGE = 100;

/** More than anybody reads. Of a longer list, only the first elements are read, or only the last. */
const MAX_ELEMENTS = 2_000;

/** If a page is too large for the server, pages of a fifth are read. */
const SMALLER = 5;

export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiProblem && error.status === 401) void client.invalidateQueries({ queryKey: ['/session/'] });
  };
  const client = new QueryClient({
    // A user whose session was ended elsewhere goes to the sign-in page at once, not at the next read of the session.
    queryCache: new QueryCache({
      onError: (error, query) => {
        onError(error);
        if (isDenied(error)) dropData(query);
      },
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        networkMode: NETWORK_MODE,
        staleTime: 5_000,
        refetchInterval: refreshEveryMs,
        // This network mode does not do it by default.
        refetchOnReconnect: true,
        retry: (failures, error) => isTemporary(error) && failures < 2,
      },
      mutations: { networkMode: NETWORK_MODE, retry: false },
    },
  });
  // Refetches, and fails, at once: then the page shows how old it is.
  addEventListener('offline', () => void client.refetchQueries({ type: 'active' }));
  return client;
}

/** Without this, the old data would stay visible beside the error, and after going back. */
function dropData(query: Query<unknown, unknown>): void {
  if (query.state.data !== undefined) query.setState({ data: undefined, dataUpdatedAt: 0 });
}

function isTemporary(error: Error): boolean {
  return !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500;
}

/** `getQuery('/schedules/{schedule_id}', { params: { path: { schedule_id } } })` */
export function getQuery<P extends GetPath>(path: P, init?: GetInit<P>) {
  return queryOptions({
    queryKey: [path, init ?? null],
    queryFn: ({ signal }) => read(path, init, signal),
  });
}

async function read<P extends GetPath>(path: P, init: GetInit<P> | undefined, signal: AbortSignal) {
  await deletionsOver({ queryKey: [path, init] });
  return unwrapWithTag(api.GET(path, { ...init, signal: withDeadline(signal) } as never)) as Promise<
    Tagged<GetAnswer<P>>
  >;
}

/** The same for one of several pages that are shown together, by their numbers: each is read after those before it. */
export function getPageQuery<P extends GetPath>(path: P, init: GetInit<P>, number: number) {
  const { queryKey } = getQuery(path, init);
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => inTurn(path, number, () => read(path, init, signal)),
  });
}

/** Without a deadline, a network that drops everything would look like a slow server. */
function withDeadline(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(READ_WITHIN_MS)]);
}

interface GetOptions<Answer = unknown> {
  readonly enabled?: boolean;
  /** While this returns true, refetch soon: for changes that have no live event. */
  readonly isUnfinished?: (answer: Answer) => boolean;
  /** Show the previous response until the new one arrives, so that the page does not jump. */
  readonly keepPrevious?: boolean;
}

export function useGet<P extends GetPath>(
  path: P,
  init?: GetInit<P>,
  { enabled = true, keepPrevious = false, isUnfinished }: GetOptions<GetAnswer<P>> = {},
): UseQueryResult<Tagged<GetAnswer<P>>> {
  const options = getQuery(path, init);
  const refetchInterval = ({ state: { data } }: Query<GetAnswer<P>>) =>
    data !== undefined && isUnfinished?.(data) ? UNFINISHED_REFRESH_MS : refreshEveryMs();
  return useQuery({
    ...options,
    enabled,
    ...(isUnfinished !== undefined && { refetchInterval }),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  } as never);
}

/** Which elements of a list are read that is too long. */
type Kept = 'first' | 'last';

interface PageOf {
  readonly meta: { readonly total: number };
}

/** Reads all pages of a list, as one list. */
export function getAllQuery<P extends GetPath, N extends keyof GetAnswer<P>>(path: P, init: GetInit<P>, noun: N) {
  return getListQuery(path, init, (page) => page[noun]);
}

/** The same, with a function that takes the list from a page. */
export function getListQuery<P extends GetPath, List>(
  path: P,
  init: GetInit<P>,
  listIn: (page: GetAnswer<P>) => List,
  kept: Kept = 'first',
) {
  return queryOptions({
    queryKey: [path, init, 'all'],
    queryFn: ({ signal }) => readAll(path, init, listIn, signal, kept),
  });
}

/** `useAll('/teams/', {}, 'teams')` */
export function useAll<P extends GetPath, N extends keyof GetAnswer<P>>(
  path: P,
  init: GetInit<P>,
  noun: N,
  { enabled = true, keepPrevious = false, kept = 'first' }: GetOptions & { readonly kept?: Kept } = {},
): UseQueryResult<GetAnswer<P>[N]> {
  const options = getListQuery(path, init, (page) => page[noun], kept);
  return useQuery({ ...options, enabled, ...(keepPrevious && { placeholderData: keepPreviousData }) } as never);
}

/** One page after the other. */
async function readAll<P extends GetPath, List>(
  path: P,
  init: GetInit<P>,
  listIn: (page: GetAnswer<P>) => List,
  signal: AbortSignal,
  kept: Kept,
  perPage = PER_PAGE,
): Promise<List> {
  const params = (init as { params?: { query?: object } }).params;
  const pages = Math.ceil(MAX_ELEMENTS / perPage);
  const readPage = async (page: number) => {
    const query = { ...params?.query, page, per_page: perPage };
    const answer = await read(path, { ...init, params: { ...params, query } } as never, signal);
    return {
      found: listIn(answer) as unknown[],
      count: Math.ceil((answer as GetAnswer<P> & PageOf).meta.total / perPage),
    };
  };
  let list: unknown[];
  try {
    let { found, count } = await readPage(1);
    const first = kept === 'last' ? Math.max(1, count - pages + 1) : 1;
    list = first === 1 ? [...found] : [];
    for (let page = Math.max(2, first); page <= (kept === 'last' ? count : Math.min(count, pages)); page++) {
      ({ found, count } = await readPage(page));
      list.push(...found);
    }
  } catch (error) {
    if (!isTooLarge(error) || perPage === 1) throw error;
    return readAll(path, init, listIn, signal, kept, Math.ceil(perPage / SMALLER));
  }
  return list as List;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'answer_too_large';
}

interface ChangeOptions<Input, Result> {
  /** Called as soon as the change is done. */
  readonly onDone?: (result: Result, input: Input) => void;
  /**
   * Closes the form or opens another page, as soon as the change is done. Not called when the reader has left the form meanwhile: it
   * would close the next form, or take them away from the page that they went to.
   */
  readonly leave?: (result: Result) => void;
  /** Called when the page shows the change: for what would otherwise show the old state for a moment. */
  readonly onShown?: (input: Input) => void;
  /** The id of what was deleted. All cached data about it is dropped. */
  readonly deletedId?: string;
  /** Changes of the same queue are sent one after the other: of two quick clicks, the last one counts. */
  readonly queue?: string;
}

/** A change to the server's state. After it, everything on the page is refetched. */
export function useChange<Input, Result>(
  change: (input: Input) => Promise<Result>,
  { onDone, leave, onShown, deletedId, queue }: ChangeOptions<Input, Result> = {},
) {
  const client = useQueryClient();
  const isHere = useIsMounted();
  return useMutation<Result, Error, Input, Deletion>({
    mutationFn: change,
    ...(queue !== undefined && { scope: { id: queue } }),
    onMutate: () => ({ end: deletedId === undefined ? () => undefined : beginDeletion(deletedId) }),
    onSuccess: async (result, input, { end }) => {
      onDone?.(result, input);
      const wasHere = isHere();
      if (wasHere) leave?.(result);
      if (deletedId !== undefined) forget(client, deletedId);
      await client.invalidateQueries({ predicate: (query) => !isBeingDeleted(query) });
      end();
      // The reader may have come back to the page of the deleted thing: nothing else would tell them.
      if (deletedId !== undefined && !wasHere) await client.refetchQueries(activeAbout(deletedId));
      onShown?.(input);
    },
    // Refetch, so that the form can show what was changed meanwhile. What was to be deleted was not refetched.
    onError: async (error, _, deletion) => {
      deletion?.end();
      if (isOutdated(error) || deletedId !== undefined) await client.invalidateQueries();
    },
  });
}

function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => isMounted.current;
}

interface Deletion {
  readonly end: () => void;
}

function activeAbout(id: string) {
  return { type: 'active', predicate: (query: Query) => isAbout(query, id) } as const;
}

/** Without reading it again, as the query client's own function would. */
function forget(client: QueryClient, id: string): void {
  for (const query of client.getQueryCache().findAll({ predicate: (query) => isAbout(query, id) })) query.reset();
}
