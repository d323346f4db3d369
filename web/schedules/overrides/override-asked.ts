import { useEffect } from 'react';
import { usePermissions } from '../../session/permissions.ts';
import { useAddress } from '../../ui/address.ts';
import { notifyFailed } from '../../ui/notify.ts';

/** `?override=new` in the address opens the form, once it is known that the reader may; it is then taken out of the address. */
export function useOverrideAsked(scheduleId: string, onAsked: () => void): void {
  const { params, change } = useAddress();
  const isAsked = params.get('override') === 'new';
  const mayChange = usePermissions({ scheduleId }).data?.actions.includes('change schedule');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it is asked
  useEffect(() => {
    if (!isAsked || mayChange === undefined) return;
    change({ override: undefined }, { replace: true });
    if (mayChange) onAsked();
    else notifyFailed('No override made', 'Only its people, its teams and admins can override this schedule.');
  }, [isAsked, mayChange]);
}
