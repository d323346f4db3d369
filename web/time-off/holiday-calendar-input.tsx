/** Chooses a country, and a region if its holidays differ. */
import { SimpleGrid } from '@mantine/core';
import type { Schemas } from '../api/client.ts';
import { useGet } from '../api/queries.ts';
import { clearButton } from '../ui/forms/clear-button.ts';
import { SearchSelect } from '../ui/forms/search-select.tsx';

export type HolidayCalendar = Schemas['HolidayCalendar'];

interface HolidayCalendarInputProps {
  readonly value: HolidayCalendar | null;
  /** The label for no country. */
  readonly none: string;
  readonly onChange: (value: HolidayCalendar | null) => void;
}

export function HolidayCalendarInput({ value, none, onChange }: HolidayCalendarInputProps) {
  const countries = useGet('/holiday_calendars/').data?.holiday_calendars ?? [];
  const country = value?.country;
  const regions =
    useGet('/holiday_calendars/', { params: { query: { country: country ?? '' } } }, { enabled: country !== undefined })
      .data?.holiday_calendars ?? [];
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <SearchSelect
        label="Country"
        placeholder={none}
        data={optionsOf(countries)}
        value={country ?? null}
        onChange={(code) => onChange(code === null ? null : { country: code })}
        clearable
        clearButtonProps={clearButton(none)}
        limit={50}
        nothingFoundMessage="No country matches"
      />
      {country !== undefined && regions.length > 0 && (
        <SearchSelect
          label="Region"
          placeholder="The whole country"
          data={optionsOf(regions)}
          value={value?.region ?? null}
          onChange={(region) => onChange({ country, ...(region !== null && { region }) })}
          clearable
          clearButtonProps={clearButton('The whole country')}
          limit={50}
          nothingFoundMessage="No region matches"
        />
      )}
    </SimpleGrid>
  );
}

function optionsOf(regions: readonly Schemas['HolidayRegion'][]) {
  return regions.map(({ code, name }) => ({ value: code, label: name }));
}
