/** Benchmark of a second server process on the same PostgreSQL. */
import type { Amounts } from '../../test/support/plans/many-rows.ts';
import { withPostgres } from '../databases.ts';
import { type Installation, install, scaled, serve } from '../installation.ts';
import { median } from '../samples.ts';
import { type Part, type Row, rounded } from '../table.ts';
import { drive, readsOf } from '../traffic.ts';

const AMOUNTS: Amounts = { users: 200, schedules: 1_000, overridesOfEach: 10, coverageRequests: 100 };
const CONNECTIONS = 20;
const SECONDS = scaled(10, 2);
const ROUNDS = 3;

export const nodesPart: Part = {
  notes: [
    `Nodes: mixed reads on PostgreSQL, ${CONNECTIONS} connections that always ask, ${ROUNDS} times ${SECONDS} s with one process of the service and with two, in turns. The processes, PostgreSQL`,
    'and the load share the processors of this machine: with two of those, a second process finds little that is free.',
  ],
  run: () => withPostgres(async (database) => rowsOf(await install(database, AMOUNTS))),
};

async function rowsOf(installation: Installation): Promise<Row[]> {
  const services = [await serve(installation), await serve(installation)];
  const addresses = services.map(({ address }) => address);
  const to = { key: installation.key, mix: readsOf(installation), connections: CONNECTIONS, seconds: SECONDS };
  const one: number[] = [];
  const two: number[] = [];
  let failures = 0;
  try {
    await drive({ ...to, addresses });
    for (let round = 0; round < ROUNDS; round++) {
      for (const [samples, asked] of [[one, addresses.slice(0, 1)] as const, [two, addresses] as const]) {
        const driven = await drive({ ...to, addresses: asked });
        samples.push(driven.perSecond);
        failures += driven.failures;
      }
    }
  } finally {
    for (const service of services) await service.stop();
  }
  return [
    { what: 'mixed reads with one process, on PostgreSQL', unit: 'per second', figure: rounded(median(one)) },
    {
      what: 'mixed reads with two processes, on PostgreSQL',
      unit: 'per second',
      figure: rounded(median(two)),
      beside: { what: 'one', times: rounded(median(two) / median(one)) },
    },
    { what: 'answers of both that were no success', unit: 'answers', figure: failures, goal: { atMost: 0 } },
  ];
}
