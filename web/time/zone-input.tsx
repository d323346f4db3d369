import { SearchSelect, type SearchSelectProps } from '../ui/forms/search-select.tsx';

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** Chooses one of the browser's time zones by typing a part of its name. */
export function ZoneInput(props: Omit<SearchSelectProps, 'data'>) {
  return <SearchSelect {...props} data={ZONES} limit={60} nothingFoundMessage="No time zone matches" />;
}
