/** The settings page: a list of sections, each with its own address. */
import { Box } from '@mantine/core';
import type { ComponentType } from 'react';
import { Link } from 'wouter';
import { usePermissions } from '../session/permissions.ts';
import { TimeOffSection } from '../time-off/time-off-section.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { ForAdmins } from '../ui/frame/for-admins.tsx';
import { Page } from '../ui/frame/page.tsx';
import { AllApiKeysSection } from './all-api-keys-section.tsx';
import { ApiKeysSection } from './api-keys-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { CalendarRulesSection } from './calendar-rules-section.tsx';
import { CalendarsSection } from './calendars-section.tsx';
import { ChatSection } from './chat-section.tsx';
import { DeliveriesSection } from './deliveries-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { OrganizationSection } from './organization-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SECTIONS, type SectionId } from './sections.ts';
import classes from './settings.module.css';
import { WebhooksSection } from './webhooks/webhooks-section.tsx';

const CONTENT: Record<SectionId, ComponentType> = {
  profile: ProfileSection,
  notifications: NotificationsSection,
  'time-off': TimeOffSection,
  calendars: CalendarsSection,
  appearance: AppearanceSection,
  'api-keys': ApiKeysSection,
  'all-api-keys': AllApiKeysSection,
  organization: OrganizationSection,
  hours: CalendarRulesSection,
  chat: ChatSection,
  webhooks: WebhooksSection,
  deliveries: DeliveriesSection,
};

export function SettingsPage({ section }: { readonly section: string }) {
  return (
    <Page title="Settings">
      <Box className={classes.layout}>
        <SectionLinks here={section} />
        <Box className={classes.content ?? ''}>
          <Section id={section} />
        </Box>
      </Box>
    </Page>
  );
}

function Section({ id }: { readonly id: string }) {
  const section = SECTIONS.find((one) => one.id === id);
  if (section === undefined) return <Empty title="There are no such settings">Choose one of the sections.</Empty>;
  const Content = CONTENT[section.id];
  if (!('needs' in section)) return <Content />;
  return (
    <ForAdmins needs={section.needs}>
      <Content />
    </ForAdmins>
  );
}

function SectionLinks({ here }: { readonly here: string }) {
  const { data } = usePermissions();
  const shown = SECTIONS.filter((section) => !('needs' in section) || data?.actions.includes(section.needs));
  return (
    <nav className={classes.links} aria-label="Settings">
      {shown.map(({ id, label }) => (
        <Link
          key={id}
          to={`/settings/${id}`}
          className={classes.link}
          {...(id === here && { 'aria-current': 'page' as const, ref: bringIntoView })}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** On a phone not all sections fit. Scrolls the current one into view. */
function bringIntoView(link: HTMLElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'center' });
}
