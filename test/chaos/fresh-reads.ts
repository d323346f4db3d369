/** Checks that no read is older than a response before it began, on any node and during any fault. */
import type { Call } from '../support/drivers/calls.ts';
import type { Ledger } from '../support/drivers/ledger.ts';
import { layer } from '../support/drivers/schedules.ts';

export interface Freshness {
  /** Adds a revision to a schedule. */
  write(): Promise<void>;
  read(): Promise<void>;
  /** The number of reads with fewer revisions than an earlier response. */
  readonly oldReads: number;
}

export async function watchFreshness(call: Call, ledger: Ledger, ada: { id: string }): Promise<Freshness> {
  const { id } = await ledger.createSchedule({ name: 'Fresh', people: [ada] });
  const path = `/schedules/${id}`;
  let latest = 0;
  let written = 0;
  let oldReads = 0;

  function note(revision: number): void {
    latest = Math.max(latest, revision);
  }

  return {
    async write() {
      const layers = [layer([ada], { shift_length: { amount: (++written % 100) + 1, unit: 'hours' } })];
      note((await call('PATCH', path, { layers })).schedule.current_revision);
    },
    async read() {
      const expected = latest;
      const { current_revision: found } = (await call('GET', path)).schedule;
      if (found < expected) oldReads += 1;
      note(found);
    },
    get oldReads() {
      return oldReads;
    },
  };
}
