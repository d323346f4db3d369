/** The coverage page: ask others to take my shifts, and take theirs. */
import { Tabs } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { useMe } from '../session/session.tsx';
import { Page } from '../ui/frame/page.tsx';
import { AskForm } from './ask-form.tsx';
import { MyRequests } from './my-requests.tsx';
import { OpenRequests } from './open-requests.tsx';

const TABS = { open: 'Open', mine: 'Mine', ask: 'Ask for cover' };

export function CoveragePage() {
  const isViewer = useMe().seat === 'viewer';
  return (
    <Page
      title="Coverage"
      about={
        isViewer
          ? 'Requests for cover. You have a viewer seat: you can see them, but not accept any.'
          : 'Accept the requests of others, or ask others to take your shifts.'
      }
    >
      {isViewer ? <OpenRequests /> : <CoverageTabs />}
    </Page>
  );
}

function CoverageTabs() {
  const [params, setParams] = useSearchParams();
  const wanted = params.get('tab') ?? 'open';
  const tab = Object.hasOwn(TABS, wanted) ? wanted : 'open';
  return (
    <Tabs value={tab} onChange={(next) => next !== null && setParams({ tab: next })} keepMounted={false}>
      <Tabs.List mb="lg">
        {Object.entries(TABS).map(([name, label]) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="open">
        <OpenRequests />
      </Tabs.Panel>
      <Tabs.Panel value="mine">
        <MyRequests />
      </Tabs.Panel>
      <Tabs.Panel value="ask">
        <AskForm />
      </Tabs.Panel>
    </Tabs>
  );
}
