/** The sections below the timeline of a schedule. The open section is in the address: `?section=chat`. */
import { ScrollArea, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAddress } from '../ui/lists/address.ts';
import { ChatSection } from './chat/chat-section.tsx';
import { ComingShifts } from './coming-shifts.tsx';
import { History } from './history/history.tsx';
import { OverrideList } from './overrides/override-list.tsx';
import { ScheduleTeams } from './schedule-teams.tsx';
import type { SectionProps } from './section-props.ts';

interface Section {
  readonly label: string;
  readonly contents: (props: SectionProps) => ReactNode;
}

const SECTIONS: Readonly<Record<string, Section>> = {
  shifts: { label: 'Coming shifts', contents: ComingShifts },
  overrides: { label: 'Overrides', contents: OverrideList },
  teams: { label: 'Teams', contents: ScheduleTeams },
  chat: { label: 'Chat', contents: ChatSection },
  history: { label: 'History', contents: History },
};

const FIRST = 'shifts';

export function ScheduleSections(props: SectionProps) {
  const { params, change } = useAddress();
  const named = params.get('section') ?? FIRST;
  const open = Object.hasOwn(SECTIONS, named) ? named : FIRST;
  return (
    <Tabs value={open} onChange={(section) => change({ section: section ?? FIRST })} keepMounted={false}>
      <ScrollArea type="never" offsetScrollbars={false}>
        <Tabs.List style={{ flexWrap: 'nowrap' }}>
          {Object.entries(SECTIONS).map(([section, { label }]) => (
            <Tabs.Tab key={section} value={section}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </ScrollArea>
      {Object.entries(SECTIONS).map(([section, { contents: Contents }]) => (
        <Tabs.Panel key={section} value={section} pt="md">
          <Contents {...props} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
