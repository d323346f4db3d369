/** An apply that the service refuses ends soon, and one that never gets done ends. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ApiError, createApi } from '../../src/api-client/api.ts';
import { applyPlan } from '../../src/as-code/apply/apply.ts';
import { withChoices } from '../../src/as-code/choices.ts';
import { parseFile } from '../../src/as-code/file/yaml.ts';
import { readOrganization } from '../../src/as-code/organization.ts';
import { planOf } from '../../src/as-code/plan/plan.ts';
import { succeeded } from '../support/drivers/api.ts';
import { type Service, startService } from '../support/drivers/as-code.ts';
import { describeOnSqlite } from '../support/servers/databases.ts';

const NOW = '2026-11-16T12:00:00Z';

describeOnSqlite('an apply', (create) => {
  let service: Service;
  before(async () => {
    service = await startService(create, NOW);
  });
  after(() => service.watchbill.stop());

  /** How often it read the organization again before it failed, and with which message. */
  async function failing(people: object[], { send }: { send?: (round: number) => never } = {}) {
    const { file } = parseFile(JSON.stringify({ version: 1, managed_by: 'refused', people }), 'a.yaml');
    const api = createApi(service.address);
    let reads = 0;
    const read = async () => {
      reads += 1;
      return withChoices(api, file, await readOrganization(api, { isWanted: () => true }));
    };
    const organization = await withChoices(api, file, await readOrganization(api, { isWanted: () => true }));
    const plan = planOf(file, organization, Date.parse(NOW), { prune: false });
    const used = send === undefined ? api : { ...api, POST: () => Promise.try(() => send(reads)) };
    const work = {
      api: used,
      file,
      read,
      now: () => Date.parse(NOW),
      prune: false,
      sleep: async () => undefined,
    };
    const error = await applyPlan(work, organization, plan).then(
      () => assert.fail('it did not fail'),
      (error: Error) => error,
    );
    return { reads, message: error.message };
  }

  it('ends at the second refusal for the same reason', async () => {
    const { owner } = service.watchbill;
    const dee = { email: 'dee@example.com', name: 'Dee' };
    const { user } = succeeded(await owner.post('/users/', dee), 201);
    const away = { start: '2026-12-01T00:00:00Z', end: '2026-12-05T00:00:00Z' };
    succeeded(await owner.post(`/users/${user.id}/time_off/`, away), 201);
    const { reads, message } = await failing([{ ...dee, seat: 'viewer' }]);
    assert.match(message, /^person Dee \(dee@example\.com\): .*time off/);
    assert.equal(reads, 1);
  });

  it('tries five times if something was changed meanwhile', async () => {
    const send = () => {
      throw new ApiError('Somebody else has changed it meanwhile.', 412);
    };
    const { reads } = await failing([{ email: 'eve@example.com', name: 'Eve' }], { send });
    assert.equal(reads, 4);
  });

  it('ends after a hundred conflicts, though each is another one', async () => {
    const send = (round: number) => {
      throw new ApiError(`Conflict ${round}`, 409);
    };
    const { reads, message } = await failing([{ email: 'eve@example.com', name: 'Eve' }], { send });
    assert.deepEqual([reads, message], [99, 'person Eve (eve@example.com): Conflict 99']);
  });
});
