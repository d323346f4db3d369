import { useEffect } from 'react';
import { usePermissions } from '../../session/permissions.ts';
import { notifyFailed } from '../../ui/feedback/notify.ts';
import { useAddress } from '../../ui/lists/address.ts';

/** `?override=new` in the address opens the form, once it is known that the reader may create overrides. Then it is removed from the address. */
export function useOverrideAsked(scheduleId: string, onAsked: () => void): void {
  const { params, change } = useAddress();
  const isAsked = params.get('override') === 'new';
  const mayChange = usePermissions({ scheduleId }).data?.actions.includes('change schedule');
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each request in the address
  useEffect(() => {
    if (!isAsked || mayChange === undefined) return;
    change({ override: undefined }, { replace: true });
    if (mayChange) onAsked();
    else
      notifyFailed(
        'No override created',
        'Only people in its rotation, members of its teams and admins can override this schedule.',
      );
  }, [isAsked, mayChange]);
}
