/** URLs of our own pages, for messages. Undefined without a public address. */
import type { Services } from '../../shared/services.ts';

export function schedulePage({ publicUrl }: Pick<Services, 'publicUrl'>, id: string): string | undefined {
  return publicUrl && `${publicUrl}/app/schedules/${id}`;
}

export function coveragePage({ publicUrl }: Pick<Services, 'publicUrl'>, id: string): string | undefined {
  return publicUrl && `${publicUrl}/app/coverage/${id}`;
}

export function settingsPage({ publicUrl }: Pick<Services, 'publicUrl'>, section: string): string | undefined {
  return publicUrl && `${publicUrl}/app/settings/${section}`;
}

export function overviewPage({ publicUrl }: Pick<Services, 'publicUrl'>): string | undefined {
  return publicUrl && `${publicUrl}/app/`;
}
