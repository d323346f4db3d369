/** The user's choices for writing dates and times. */
import type { UserRow } from '../../db/people/users.ts';
import type { Display, UserSettingsUpdate } from '../../schemas/people/settings.ts';

export function displayOf({ display_json: json }: Pick<UserRow, 'display_json'>): { readonly display?: Display } {
  return json === null ? {} : { display: JSON.parse(json) as Display };
}

/** Undefined if no choice is left. */
export function withDisplay(
  current: Display | undefined,
  wanted: UserSettingsUpdate['settings']['display'],
): Display | undefined {
  const chosen = Object.entries({ ...current, ...wanted }).filter(([, value]) => value !== null);
  return chosen.length === 0 ? undefined : (Object.fromEntries(chosen) as Display);
}
