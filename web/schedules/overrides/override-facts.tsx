/** The reason of an override, who created it, and who changed it last. */
import { Text } from '@mantine/core';
import type { Schemas } from '../../api/client.ts';
import { Moment } from '../../time/moment.tsx';

interface OverrideFactsProps {
  readonly override: Schemas['ScheduleOverride'];
  readonly zone: string;
}

export function OverrideFacts({ override, zone }: OverrideFactsProps) {
  const { reason, created_by, created_at, changed_by, changed_at } = override;
  return (
    <>
      {reason !== undefined && (
        <Text size="sm" component="p" m={0} style={{ whiteSpace: 'pre-line' }}>
          “{reason}”
        </Text>
      )}
      <Text size="xs" c="dimmed" component="p" m={0}>
        Made by {created_by.name}, <Moment at={created_at} zone={zone} />
        {changed_by !== undefined && changed_at !== undefined && (
          <>
            {' · '}changed by {changed_by.name}, <Moment at={changed_at} zone={zone} />
          </>
        )}
      </Text>
    </>
  );
}
