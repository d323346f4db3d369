/** Reading and changing through TanStack Query: what was read is kept by path and parameters, and read again after a change. */
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
import {
  ApiProblem,
  api,
  type GetAnswer,
  type GetInit,
  type GetPath,
  isOutdated,
  type Tagged,
  unwrap,
  unwrapWithTag,
} from './client.ts';
import { refreshEveryMs } from './live.ts';

/** The server may be on this very machine. And nothing is kept back to be done later, when nobody expects it any more. */
const NETWORK_MODE = 'always';

/** The server gives up before. */
const READ_WITHIN_MS = 30_000;

/** Deliveries are done within a second or two, when all is well. */
const UNFINISHED_REFRESH_MS = 2_000;

const PER_PAGE = 100;

/** More pages than a person looks through; what is beyond is left out. */
const MAX_PAGES = 20;

export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiProblem && error.status === 401) void client.invalidateQueries({ queryKey: ['/session/'] });
  };
  const client = new QueryClient({
    // Someone who was signed out elsewhere is led to the sign-in at once, not when the session is next asked for.
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
        // Not by itself in this network mode.
        refetchOnReconnect: true,
        retry: (failures, error) => isTemporary(error) && failures < 2,
      },
      mutations: { networkMode: NETWORK_MODE, retry: false },
    },
  });
  // Read, and fail, at once: the page then says how old it is.
  addEventListener('offline', () => void client.refetchQueries({ type: 'active' }));
  return client;
}

/** The server says that there is nothing for this reader at the address: it was deleted, or they may not read it any more. */
function isDenied(error: Error): boolean {
  return error instanceof ApiProblem && (error.status === 404 || error.status === 403);
}

/** What was read before would live on beside the error, on this page and on the way back to it. */
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
    queryFn: ({ signal }) =>
      unwrapWithTag(api.GET(path, { ...init, signal: withDeadline(signal) } as never)) as Promise<Tagged<GetAnswer<P>>>,
  });
}

/** A network that swallows everything must not look like a server that takes its time. */
function withDeadline(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(READ_WITHIN_MS)]);
}

interface GetOptions<Answer = unknown> {
  readonly enabled?: boolean;
  /** Read again soon while this holds: for changes that no live event tells. */
  readonly isUnfinished?: (answer: Answer) => boolean;
  /** Go on showing what the last parameters gave until the new answer is there, so that the page does not jump. */
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

interface PageOf {
  readonly meta: { readonly total: number };
}

/** All pages of a list, as one. */
export function getAllQuery<P extends GetPath, N extends keyof GetAnswer<P>>(path: P, init: GetInit<P>, noun: N) {
  return queryOptions({
    queryKey: [path, init, 'all'],
    queryFn: ({ signal }) => readAll(path, init, noun, withDeadline(signal)),
  });
}

/** `useAll('/teams/', {}, 'teams')` */
export function useAll<P extends GetPath, N extends keyof GetAnswer<P>>(
  path: P,
  init: GetInit<P>,
  noun: N,
  { enabled = true, keepPrevious = false }: GetOptions = {},
): UseQueryResult<GetAnswer<P>[N]> {
  const options = getAllQuery(path, init, noun);
  return useQuery({ ...options, enabled, ...(keepPrevious && { placeholderData: keepPreviousData }) } as never);
}

async function readAll<P extends GetPath, N extends keyof GetAnswer<P>>(
  path: P,
  init: GetInit<P>,
  noun: N,
  signal: AbortSignal,
): Promise<GetAnswer<P>[N]> {
  const params = (init as { params?: { query?: object } }).params;
  const read = (page: number) => {
    const query = { ...params?.query, page, per_page: PER_PAGE };
    return unwrap(api.GET(path, { ...init, params: { ...params, query }, signal } as never)) as Promise<GetAnswer<P>>;
  };
  const first = await read(1);
  const pages = Math.min(MAX_PAGES, Math.ceil((first as GetAnswer<P> & PageOf).meta.total / PER_PAGE));
  const rest = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, i) => read(i + 2)));
  return [first, ...rest].flatMap((page) => page[noun] as never) as GetAnswer<P>[N];
}

interface ChangeOptions<Input, Result> {
  /** As soon as it is done. */
  readonly onDone?: (result: Result, input: Input) => void;
  /** Once the page shows it, too: for what would else show the old state for a moment. */
  readonly onShown?: () => void;
  /** The id of what it deletes: nothing that was read about it is shown again. */
  readonly deletedId?: string;
}

/** Something that changes the server's state. Whatever it was, all that is on the page is read again. */
export function useChange<Input, Result>(
  change: (input: Input) => Promise<Result>,
  { onDone, onShown, deletedId }: ChangeOptions<Input, Result> = {},
) {
  const client = useQueryClient();
  return useMutation<Result, Error, Input>({
    mutationFn: change,
    onSuccess: async (result, input) => {
      onDone?.(result, input);
      if (deletedId !== undefined) void client.resetQueries({ predicate: (query) => isAbout(query, deletedId) });
      await client.invalidateQueries();
      onShown?.();
    },
    // The form then shows what has changed.
    onError: async (error) => {
      if (isOutdated(error)) await client.invalidateQueries();
    },
  });
}

function isAbout({ queryKey }: Query, id: string): boolean {
  return JSON.stringify(queryKey).includes(`"${id}"`);
}
