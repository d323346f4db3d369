import { it } from 'node:test';
import { startWatchbill } from '/work/main/test/support/api.ts';
import { describeOnBothDatabases } from '/work/main/test/support/databases.ts';
describeOnBothDatabases('probe', (create) => {
  it('x', async () => {
    const w = await startWatchbill(create);
    for (const p of ['/schedules?query=%00','/schedules?team_id=%00','/oncall?team_id=%00','/schedules?query=%ED%A0%80','/chat/channels/?query=%00','/users/%00','/schedules/%00/chat_channels/%00', '/docs/static/nothing.js', '/docs/static/%2e%2e/package.json','/docs/nothing'])
      console.log(p, JSON.stringify(await w.owner.get(p).then(a => [a.status, a.body?.error?.message])));
    await w.stop();
  });
});
