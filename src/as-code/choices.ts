/**
 * What a file may choose from: channels of the chat, and calendars of public holidays. It is read only as far as the file needs it, so that a wrong name is
 * found before anything is changed.
 */
import { type Api, bodyOf, everyPage } from '../api-client/api.ts';
import type { ChatChannel, HolidayCalendar } from '../api-client/schema.d.ts';
import type { WatchbillFile } from './file/file.ts';
import type { Organization } from './organization.ts';
import { matchAll } from './plan/matching.ts';

export interface Choices {
  /** Empty if the file names no channel that has to be looked up, or there is no chat. */
  readonly channels: readonly ChatChannel[];
  /** Codes of countries. */
  readonly countries: ReadonlySet<string>;
  /** Codes of regions by the code of their country. */
  readonly regions: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What a plan is made from. */
export interface OrganizationWithChoices extends Organization {
  readonly choices: Choices;
}

export async function withChoices(
  api: Api,
  file: WatchbillFile,
  organization: Organization,
): Promise<OrganizationWithChoices> {
  return { ...organization, choices: await readChoices(api, file, organization) };
}

async function readChoices(api: Api, file: WatchbillFile, organization: Organization): Promise<Choices> {
  const needsChannels = organization.chat.provider !== 'none' && namesOtherChannels(file, organization);
  const calendars = holidaysIn(file);
  const codes = [...new Set(calendars.map(({ country }) => country))];
  const countries = new Set(codes.length === 0 ? [] : await holidayCodes(api));
  const withRegions = codes.filter(
    (code) => countries.has(code) && calendars.some(({ country, region }) => country === code && region !== undefined),
  );
  const regions = new Map<string, ReadonlySet<string>>();
  for (const country of withRegions) regions.set(country, new Set(await holidayCodes(api, country)));
  return {
    channels: needsChannels
      ? await everyPage('channels', (query) => api.GET('/chat/channels/', { params: { query } }))
      : [],
    countries,
    regions,
  };
}

/** Whether a schedule of the file has a channel that it does not have yet, or one that is not named by its id. */
function namesOtherChannels(file: WatchbillFile, organization: Organization): boolean {
  const { schedules: matched } = matchAll(file, organization);
  return (file.schedules ?? []).some(({ chat_channels: wanted = [] }, i) => {
    const linked = matched[i]?.channels ?? [];
    return wanted.some((reference) => !linked.some(({ id }) => id === reference));
  });
}

function holidaysIn({ people = [], calendar_rules: rules }: WatchbillFile): HolidayCalendar[] {
  return [rules?.holidays, ...people.map(({ holidays }) => holidays)].filter(
    (one) => one !== undefined && one !== null,
  );
}

/** Of all countries, or of the regions of one. */
async function holidayCodes(api: Api, country?: string): Promise<string[]> {
  const query = country === undefined ? {} : { country };
  const { holiday_calendars: calendars } = await bodyOf(api.GET('/holiday_calendars/', { params: { query } }));
  return calendars.map(({ code }) => code);
}
