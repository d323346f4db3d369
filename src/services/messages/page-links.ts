/** URLs of our own pages, for messages. Undefined without a public address. */
import type { NoticeKind } from '../../schemas/notices.ts';
import type { Services } from '../shared/services.ts';

export function schedulePage({ publicUrl }: Pick<Services, 'publicUrl'>, id: string): string | undefined {
  return publicUrl && `${publicUrl}/app/schedules/${id}`;
}

export function coveragePage({ publicUrl }: Pick<Services, 'publicUrl'>, id: string): string | undefined {
  return publicUrl && `${publicUrl}/app/coverage/${id}`;
}

export function coverageListPage({ publicUrl }: Pick<Services, 'publicUrl'>): string | undefined {
  return publicUrl && `${publicUrl}/app/coverage`;
}

/** Where an admin sees more about a problem. */
export function problemPage({ publicUrl }: Pick<Services, 'publicUrl'>, kind: NoticeKind): string | undefined {
  return publicUrl && `${publicUrl}/app/${PROBLEM_PAGES[kind]}`;
}

const PROBLEM_PAGES: Readonly<Record<NoticeKind, string>> = {
  messages_wait: 'settings/deliveries',
  messages_failed: 'settings/deliveries',
  groups_fail: 'settings/deliveries',
  mails_wait: 'settings/deliveries',
  mails_failed: 'settings/deliveries',
  webhooks_disabled: 'settings/webhooks',
  webhooks_fail: 'settings/webhooks',
  identities_refused: 'people',
};

export function overviewPage({ publicUrl }: Pick<Services, 'publicUrl'>): string | undefined {
  return publicUrl && `${publicUrl}/app/`;
}
