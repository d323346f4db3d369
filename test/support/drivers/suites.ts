/**
 * Starts what a suite needs before its tests and stops it after them. The objects can be referenced at once, and used as soon as the suite has begun.
 */
import { after, afterEach, before, beforeEach } from 'node:test';
import type { Role, Seat } from '../../../src/permissions.ts';
import type { CreateDatabase } from '../servers/databases.ts';
import { type Person, startWatchbill, type Watchbill } from './api.ts';
import type { startWeb, Web } from './web/web.ts';

/** `'Ada'`, or a person with a certain role, seat or zone. */
type PersonToAdd =
  | string
  | { readonly name: string; readonly role?: Role; readonly seat?: Seat; readonly time_zone?: string };

type People<N extends string> = Readonly<Record<N, PersonToAdd>>;

type Given<N extends string> = { readonly watchbill: Watchbill; readonly owner: Person } & Readonly<Record<N, Person>>;

/** A service with an owner and these people. */
export function givenWatchbill<N extends string = never>(
  create: CreateDatabase,
  people: People<N> = {} as People<N>,
  ...more: SkipFirst<Parameters<typeof startWatchbill>>
): Given<N> {
  return givenStarted(people, () => started(create, ...more));
}

/** A new one for each test: for suites about everything that is stored. Their `beforeEach` runs after this. */
export function givenFreshWatchbill<N extends string = never>(
  create: CreateDatabase,
  people: People<N> = {} as People<N>,
  ...more: SkipFirst<Parameters<typeof startWatchbill>>
): Given<N> {
  return givenStarted(people, () => started(create, ...more), beforeEach, afterEach);
}

async function started(...given: Parameters<typeof startWatchbill>): Promise<Started> {
  const watchbill = await startWatchbill(...given);
  return { watchbill, stop: watchbill.stop };
}

/** The same with its pages in a browser. */
export function givenWeb<N extends string = never>(
  people: People<N> = {} as People<N>,
  ...more: Parameters<typeof startWeb>
): { readonly web: Web; readonly watchbill: Watchbill; readonly owner: Person } & Readonly<Record<N, Person>> {
  return givenStarted(people, async () => {
    // Loaded only here, because it loads the whole driver of the browser.
    const { startWeb } = await import('./web/web.ts');
    const web = await startWeb(...more);
    return { web, watchbill: web.watchbill, stop: web.stop };
  });
}

type SkipFirst<T extends readonly unknown[]> = T extends readonly [unknown, ...infer Rest] ? Rest : never;

interface Started {
  readonly watchbill: Watchbill;
  readonly web?: Web;
  stop(): Promise<void>;
}

function givenStarted<T>(
  people: Readonly<Record<string, PersonToAdd>>,
  start: () => Promise<Started>,
  begin = before,
  end = after,
): T {
  const there: Record<string, object> = {};
  let stop: Started['stop'] | undefined;

  begin(async () => {
    const started = await start();
    stop = started.stop;
    const { owner, addPerson } = started.watchbill;
    Object.assign(there, started, { owner });
    for (const [key, person] of Object.entries(people)) {
      const { name, ...options } = typeof person === 'string' ? { name: person } : person;
      there[key] = await addPerson(name, options);
    }
  });
  end(() => stop?.());

  const names = ['web', 'watchbill', 'owner', ...Object.keys(people)];
  return Object.fromEntries(names.map((name) => [name, standIn(name, there)])) as T;
}

/** A proxy for an object that is created later. */
function standIn(name: string, there: Readonly<Record<string, object>>): object {
  function real(): object {
    const found = there[name];
    if (found === undefined) throw new Error(`${name} is there when the suite has begun, not before`);
    return found;
  }
  return new Proxy(
    {},
    {
      get: (_, property) => Reflect.get(real(), property),
      has: (_, property) => Reflect.has(real(), property),
      ownKeys: () => Reflect.ownKeys(real()),
      getOwnPropertyDescriptor: (_, property) => {
        const descriptor = Reflect.getOwnPropertyDescriptor(real(), property);
        return descriptor && { ...descriptor, configurable: true };
      },
    },
  );
}
