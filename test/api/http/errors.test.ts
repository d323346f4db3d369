/** The errors that operations declare are those that their code can throw: read from the source. What is sent is checked in all suites, by `call`. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type DescribedRoute, sharedCodesOf } from '../../../scripts/openapi/error-codes.ts';
import { routesOf } from '../../../scripts/openapi/routes.ts';
import type { ErrorCode } from '../../../src/errors.ts';
import { startWatchbill, type Watchbill } from '../../support/drivers/api.ts';
import { findReachableErrors } from '../../support/reachable-errors.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

interface NotCalled {
  readonly name: string;
  /** Absent: by no operation. */
  readonly by?: readonly string[];
  readonly why: string;
}

/** Functions that an operation names, but that cannot fail in it. */
const NOT_CALLED: readonly NotCalled[] = [
  { name: 'usersIn', by: ['deleteSchedule', 'deleteOverride'], why: 'the request names no users' },
  { name: 'workOfDeparture', why: 'its work has no limit of shifts, and few people' },
  { name: 'workOfMessages', why: 'its work has no limit of shifts, and few people' },
];

interface NotThrown {
  readonly by: readonly string[];
  readonly codes: readonly ErrorCode[];
  readonly why: string;
}

/** Codes that the code of an operation contains, but that it cannot throw. */
const NOT_THROWN: readonly NotThrown[] = [
  {
    by: ['createSchedule'],
    codes: ['revision_not_planned', 'schedule_broken'],
    why: 'a new schedule has no revisions to replace, and none that cannot be read',
  },
  {
    by: ['testChat', 'listChatChannels', 'listChatPeople', 'linkChatChannel'],
    codes: ['chat_group_only_available_for_paid_teams'],
    why: 'only user groups need a paid plan',
  },
  {
    by: ['listLocalChatChannels', 'listLocalChatGroups', 'listLocalChatMessages'],
    codes: ['unprocessable_entity', 'chat_group_only_available_for_paid_teams', 'chat_unavailable'],
    why: 'the built-in chat refuses only changes',
  },
];

describeOnSqlite('the errors of operations', (create) => {
  let watchbill: Watchbill;
  const routes = new Map<string, DescribedRoute>();
  const reachable = findReachableErrors();
  const thrown = thrownWithout(NOT_CALLED);

  before(async () => {
    const all = await routesOf(async () => {
      watchbill = await startWatchbill(create);
    });
    for (const { method, url, schema, config } of all) {
      if (schema?.operationId !== undefined && method !== 'HEAD')
        routes.set(schema.operationId, { method, url, schema, config });
    }
  });
  after(() => watchbill.stop());

  function thrownWithout(notCalled: readonly NotCalled[]): ReturnType<typeof reachable.ofOperations> {
    return reachable.ofOperations((operationId, name) =>
      notCalled.some((not) => not.name === name && (not.by?.includes(operationId) ?? true)),
    );
  }

  /** As `code of operation: way`, without those that cannot be thrown. */
  function undeclaredIn(found: typeof thrown): string[] {
    return [...routes].flatMap(([operationId, route]) => {
      const known = [...sharedCodesOf(route), ...(route.schema.errors ?? []), ...notThrownBy(operationId)];
      return [...(found.get(operationId) ?? [])]
        .filter(([code]) => !known.includes(code))
        .map(([code, way]) => `${code} of ${operationId}: ${way.join(' → ')}`);
    });
  }

  it('are found in the code of each operation', () => {
    assert.deepEqual([...thrown.keys()].sort(), [...routes.keys()].sort());
    assert.ok(thrown.get('createTeam')?.has('duplicate_team_name'));
  });

  it('are declared if the code of the operation can throw them', () => {
    assert.deepEqual(undeclaredIn(thrown), []);
  });

  it('are declared only if the code of the operation can throw them, and once', () => {
    for (const [operationId, route] of routes) {
      const { errors = [] } = route.schema;
      const excess = errors.filter(
        (code) => !thrown.get(operationId)?.has(code) || notThrownBy(operationId).includes(code),
      );
      assert.deepEqual(excess, [], operationId);
      assert.deepEqual(
        errors.filter((code) => sharedCodesOf(route).includes(code)),
        [],
        operationId,
      );
      assert.equal(new Set(errors).size, errors.length, operationId);
    }
  });

  it('are shared if the steps that all requests take can throw them', () => {
    const shared = new Set([...routes.values()].flatMap((route) => sharedCodesOf(route)));
    const steps = reachable.ofFunction('buildApp', (file) => file.startsWith('http/routes/'));
    // A path without that method is no operation.
    assert.deepEqual(
      [...steps.keys()].filter((code) => !shared.has(code)),
      ['method_not_allowed'],
    );
  });

  it('have no exception that is out of date', () => {
    for (const { by, codes } of NOT_THROWN) {
      const unneeded = by.filter((operationId) => !codes.every((code) => thrown.get(operationId)?.has(code)));
      assert.deepEqual(unneeded, [], codes.join());
    }
    for (const exception of NOT_CALLED) {
      const others = NOT_CALLED.filter((other) => other !== exception);
      assert.notDeepEqual(undeclaredIn(thrownWithout(others)), [], exception.name);
    }
  });
});

function notThrownBy(operationId: string): readonly ErrorCode[] {
  return NOT_THROWN.filter(({ by }) => by.includes(operationId)).flatMap(({ codes }) => codes);
}
