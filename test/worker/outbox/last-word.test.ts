/**
 * Every message in a channel is true when it is sent, and the last message about who is on call is right whenever no work is left: for any actions in
 * any order, and any failures of Slack. Checked on the messages in Slack.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { nextDue, runAllDue } from '../../../src/services/jobs/due-work.ts';
import { formatInstant, parseInstant } from '../../../src/time/iso.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/time/units.ts';
import { byChance } from '../../support/chance.ts';
import { inDepth } from '../../support/depth.ts';
import { type Person, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { byId, createOverride, createSchedule, layer } from '../../support/drivers/schedules.ts';
import { addPersonInSlack, slackChat } from '../../support/drivers/slack.ts';
import { type FakeSlack, startFakeSlack } from '../../support/fakes/fake-slack.ts';
import { addChannel } from '../../support/fakes/fake-slack-workspace.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

const NAMES: readonly string[] = ['Alice', 'Bob', 'Carol', 'Erin'];
const START = '2026-01-05T09:00:00Z';

/** The steps in order. `seconds` are relative; the worker runs only while time passes. */
type Step =
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'change the layer'; readonly people: readonly number[] }
  | {
      readonly do: 'override';
      readonly people: readonly number[];
      readonly inSeconds: number;
      readonly seconds: number;
    }
  | {
      readonly do: 'change the override';
      readonly which: number;
      readonly people: readonly number[];
      readonly inSeconds: number;
      readonly seconds: number;
    }
  | { readonly do: 'remove'; readonly which: number }
  | { readonly do: 'cover'; readonly seconds: number }
  | { readonly do: 'slack'; readonly is: 'well' | 'down' | 'losing an answer' };

const person = fc.nat(NAMES.length - 1);
const people = fc.array(person, { minLength: 1, maxLength: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait'), seconds: fc.integer({ min: 1, max: 7 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('change the layer'), people }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('override'),
      people: fc.uniqueArray(person, { minLength: 1, maxLength: 2 }),
      inSeconds: fc.nat(6),
      seconds: fc.integer({ min: 1, max: 15 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('change the override'),
      which: fc.nat(5),
      people: fc.uniqueArray(person, { maxLength: 2 }),
      inSeconds: fc.integer({ min: -3, max: 6 }),
      seconds: fc.integer({ min: 4, max: 15 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove'), which: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cover'), seconds: fc.integer({ min: 1, max: 15 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('slack'), is: fc.constantFrom('well', 'down', 'losing an answer') }),
  },
);

interface Told {
  readonly now: string;
  readonly until?: string | undefined;
  readonly next?: string | undefined;
}

describeOnBothDatabases('the last message in a channel', (create, itOnSqlite) => {
  let slack: FakeSlack;
  let watchbill: Watchbill;
  let owner: Person;
  let everyone: Person[];
  let nowMs = parseInstant(START) as number;
  let channels = 0;

  before(async () => {
    slack = await startFakeSlack();
    watchbill = await startWatchbill(create, START, slackChat(slack));
    owner = watchbill.owner;
    everyone = [];
    for (const name of NAMES) everyone.push(await addPersonInSlack(watchbill, slack, name));
  });
  after(async () => {
    await watchbill.stop();
    await slack.stop();
  });

  const those = (places: readonly number[]) => places.map((place) => everyone[place] as Person);

  function passTo(instantMs: number): void {
    nowMs = instantMs;
    watchbill.at(formatInstant(nowMs));
  }

  /** A schedule with its own channel, which hands off some seconds after its creation. */
  async function given(first: readonly number[], handoffInSeconds: number) {
    slack.behave();
    passTo(nowMs + 24 * HOUR_MS);
    await runAllDue(watchbill.services);
    const rotation_start = formatInstant(nowMs - HOUR_MS + handoffInSeconds * 1000);
    const hourly = { rotation_start, shift_length: { amount: 1, unit: 'hours' } };
    const name = `Schedule ${++channels}`;
    const { id } = await createSchedule(owner, [], { name, layers: [layer(those(first), hourly)] });
    const channel = addChannel(slack.workspace, { id: `C${channels}`, name: `channel-${channels}`, is_member: true });
    succeeded(await owner.put(`/schedules/${id}/chat_channels/${channel.id}`), 204);
    return new Play({ id, name, channel: channel.id, hourly });
  }

  class Play {
    readonly #made: { id: string; name: string; channel: string; hourly: object };
    readonly #overrides: string[] = [];
    #read = 0;
    #last: Told | undefined;
    constructor(made: { id: string; name: string; channel: string; hourly: object }) {
      this.#made = made;
    }

    async do(step: Step): Promise<void> {
      const { id, hourly } = this.#made;
      const path = `/schedules/${id}`;
      switch (step.do) {
        case 'wait':
          for (let i = 0; i < step.seconds; i++) await this.tick(1000);
          return;
        case 'change the layer':
          succeeded(await owner.patch(path, { layers: [layer(those(step.people), hourly)] }));
          return;
        case 'override': {
          const start = nowMs + step.inSeconds * 1000;
          const times = [formatInstant(start), formatInstant(start + step.seconds * 1000)] as const;
          this.#overrides.push((await createOverride(owner, { id }, those(step.people), ...times)).id);
          return;
        }
        case 'change the override': {
          const override = this.#overrides[step.which % Math.max(1, this.#overrides.length)];
          const start = nowMs + step.inSeconds * 1000;
          const times = { start: formatInstant(start), end: formatInstant(start + step.seconds * 1000) };
          const users = step.people.length === 0 ? {} : { user_references: those(step.people).map(byId) };
          if (override !== undefined) await owner.patch(`${path}/overrides/${override}`, { ...times, ...users });
          return;
        }
        case 'remove': {
          const [override] = this.#overrides.splice(step.which % Math.max(1, this.#overrides.length), 1);
          if (override !== undefined) await owner.delete(`${path}/overrides/${override}`);
          return;
        }
        case 'cover':
          return this.#cover(step.seconds);
        case 'slack':
          slack.behave();
          if (step.is === 'down') slack.misbehave({ as: 'down' });
          if (step.is === 'losing an answer')
            slack.misbehave({ as: 'answer lost', method: 'chat.postMessage', times: 1 });
      }
    }

    /** A person on call asks, and another accepts. */
    async #cover(seconds: number): Promise<void> {
      const names = (await this.#onCall()).split(' and ');
      const asks = everyone[NAMES.indexOf(names[0] ?? '')];
      const takes = everyone[NAMES.findIndex((name) => !names.includes(name))];
      if (asks === undefined || takes === undefined) return;
      const times = { start: formatInstant(nowMs), end: formatInstant(nowMs + seconds * 1000) };
      const wanted = { ...times, reason: 'Away', schedule_ids: [this.#made.id] };
      const asked = await asks.post('/user/coverage_requests', wanted);
      if (asked.status !== 201) return;
      succeeded(await takes.post(`/coverage_requests/${asked.body.coverage_request.id}/accept`));
    }

    /** Time passes, and the worker does what is due; its messages must be true. */
    async tick(ms: number): Promise<void> {
      passTo(nowMs + ms);
      await runAllDue(watchbill.services);
      const { channel, name } = this.#made;
      const all = slack.workspace.messages.filter((message) => message.channel === channel);
      for (const { text } of all.slice(this.#read)) {
        const told = whoIsOnCall(text);
        if (told === undefined) continue;
        await this.#assertTrue(told, text);
        this.#last = told;
      }
      this.#read = all.length;
      if (await this.isQuiet()) await this.#assertLastWord(name);
    }

    async isQuiet(): Promise<boolean> {
      const { changeNotification, delivery } = await nextDue(watchbill.services);
      return changeNotification == null && delivery == null;
    }

    async #assertLastWord(name: string): Promise<void> {
      if (this.#last !== undefined) assert.equal(this.#last.now, await this.#onCall(), `the last word about ${name}`);
    }

    async #assertTrue({ now, until, next }: Told, text: string): Promise<void> {
      const stretches = await this.#stretches();
      const [current, following] = stretches;
      const at = (ms: number) => new Intl.DateTimeFormat('en-GB', FORMAT).format(ms).replace(/ (?=\d{4})/, ' ');
      assert.equal(now, current?.names, `at ${formatInstant(nowMs)}: ${text}`);
      if (until !== undefined) assert.equal(until.slice(-9), `${at(current?.end ?? 0)} UTC`, text);
      const then = following?.names === 'nobody' ? stretches[2] : following;
      if (next !== undefined) assert.equal(next, then?.names, text);
    }

    async #onCall(): Promise<string> {
      return (await this.#stretches())[0]?.names ?? 'nobody';
    }

    /** Who is on call from now on, by the shifts of the API; consecutive shifts of the same people are joined. */
    async #stretches(): Promise<{ names: string; end: number }[]> {
      const to = formatInstant(nowMs + 12 * HOUR_MS);
      const query = `from=${formatInstant(nowMs)}&to=${to}&per_page=100`;
      const { shifts } = succeeded(await owner.get(`/schedules/${this.#made.id}/shifts/?${query}`));
      const stretches: { names: string; end: number }[] = [];
      let until = nowMs;
      const add = (names: string, end: number) => {
        if (stretches.at(-1)?.names === names) (stretches.at(-1) as { end: number }).end = end;
        else stretches.push({ names, end });
        until = end;
      };
      for (const { users, start, end } of shifts) {
        const [startMs, endMs] = [parseInstant(start) as number, parseInstant(end) as number];
        if (startMs > until) add('nobody', startMs);
        add(sorted(users.map((user: { name: string }) => user.name)), endMs);
      }
      return stretches;
    }

    async end(): Promise<void> {
      slack.behave();
      for (let i = 0; i < 60 && !(await this.isQuiet()); i++) await this.tick(MINUTE_MS);
      assert.ok(await this.isQuiet(), 'all that was to be said was said');
      await this.tick(1000);
      succeeded(await owner.delete(`/schedules/${this.#made.id}`), 204);
    }
  }

  async function play(first: readonly number[], handoffInSeconds: number, steps: readonly Step[]): Promise<void> {
    const game = await given(first, handoffInSeconds);
    for (const one of steps) await game.do(one);
    await game.end();
  }

  const whateverHappens = fc.asyncProperty(
    people,
    fc.integer({ min: 1, max: 20 }),
    fc.array(step, { minLength: 2, maxLength: 14 }),
    play,
  );

  itOnSqlite('is right after a change just before a handoff', () =>
    play([3, 0], 4, [
      { do: 'wait', seconds: 1 },
      { do: 'change the layer', people: [2, 0] },
      { do: 'wait', seconds: 9 },
    ]),
  );

  itOnSqlite(
    'is right when an override that was announced as a handoff is removed before its creation was announced',
    () =>
      play([0], 60, [
        { do: 'override', people: [1], inSeconds: 2, seconds: 15 },
        { do: 'wait', seconds: 3 },
        { do: 'remove', which: 0 },
        { do: 'wait', seconds: 7 },
      ]),
  );

  itOnSqlite('is right when the response of Slack was lost, and the state changed before the retry', () =>
    play([0], 60, [
      { do: 'override', people: [1], inSeconds: 0, seconds: 15 },
      { do: 'slack', is: 'losing an answer' },
      { do: 'wait', seconds: 5 },
      { do: 'remove', which: 0 },
      { do: 'wait', seconds: 7 },
    ]),
  );

  it('is right, and so were all before it, whatever happens', () =>
    fc.assert(whateverHappens, byChance({ seed: 20260105, numRuns: 6, weight: 40 })));

  itOnSqlite('is right, and so were all before it, whatever else happens', () =>
    fc.assert(whateverHappens, { seed: 20260329, numRuns: inDepth(10, 30) }),
  );
});

const FORMAT = { timeZone: 'UTC', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** What a message says about who is on call at its time; undefined if nothing. */
function whoIsOnCall(text: string): Told | undefined {
  const handoff = /^[^:\n]+: (.+?) (?:is|are) on call(?: until (.+))?\.$/m.exec(text);
  const next = /^Next: (.+?) from /m.exec(text)?.[1];
  if (handoff !== null) return { now: named(handoff[1]), until: handoff[2], next: next && named(next) };
  const [, now] = /^On call now: (.+?)(?: in place of .+)?\.$/m.exec(text) ?? [];
  return now === undefined ? undefined : { now: named(now) };
}

function named(list = ''): string {
  return sorted(list.split(/, | and /));
}

function sorted(names: readonly string[]): string {
  return names.toSorted().join(' and ');
}
