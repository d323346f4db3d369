/** Creates a user, with the public holidays that apply to them. */
import type { Caller } from '../../permissions.ts';
import { requirePermission } from '../../permissions.ts';
import type { User, UserCreation } from '../../schemas/people/users.ts';
import { changeAs } from '../shared/callers.ts';
import type { Services } from '../shared/services.ts';
import { storeUserHolidays } from './calendar-rules.ts';
import { requireCalendar } from './holidays.ts';
import { storeUser, userOf } from './users.ts';

export async function createUser(
  services: Services,
  caller: Caller,
  { holidays, ...wanted }: UserCreation,
): Promise<User> {
  const action = wanted.role === 'owner' ? 'change owners' : 'change users';
  await requirePermission(caller, action);
  if (holidays !== undefined) await requireCalendar(holidays);
  const row = await changeAs(services, caller, async (tx, caller) => {
    await requirePermission(caller, action);
    const row = await storeUser(services, tx, caller, wanted);
    if (holidays !== undefined) await storeUserHolidays(services, tx, caller, row.id, { holidays });
    return row;
  });
  return userOf(row);
}
