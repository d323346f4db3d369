/** While a change is planned (rule REV-4): which revision is edited, and what happens to the other. */
import { Alert, Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { plansOf } from '../../src/engine/plans.ts';
import type { Revision } from '../../src/engine/schedule.ts';
import type { Schemas } from '../api/client.ts';
import { Moment } from '../time/moment.tsx';
import type { Draft } from './draft-fields.ts';

interface PlanChoiceProps {
  readonly schedule: Schemas['Schedule'];
  readonly revisions: readonly Revision[];
  /** The number of the edited revision. */
  readonly edited: number;
  readonly draft: Draft;
  readonly now: number;
}

/** Renders nothing if nothing is planned, or only the first start of the schedule. */
export function PlanChoice({ schedule, revisions, edited, draft, now }: PlanChoiceProps) {
  const { current, planned } = plansOf(revisions, now);
  if (current === undefined || planned.length === 0) return null;
  const zone = schedule.time_zone;
  const path = `/schedules/${schedule.id}/edit`;
  const own = planned.find(({ number }) => number === edited);
  const others = planned.filter((plan) => plan !== own);
  const { rotationStart = now } = draft;
  const dropped =
    own === undefined && rotationStart > now ? others.filter((one) => one.validFrom >= rotationStart) : [];
  return (
    <Alert
      variant="light"
      color="accent"
      role="note"
      title={own === undefined ? 'You edit the rotation in force' : 'You edit a planned change'}
    >
      {own === undefined ? (
        others.map(({ number, validFrom }) => (
          <Text key={number} size="sm">
            {dropped.some((one) => one.number === number) ? (
              <strong>
                This replaces the change planned from <Moment at={validFrom} zone={zone} />.
              </strong>
            ) : (
              <>
                The change planned from <Moment at={validFrom} zone={zone} /> stays as it is.
              </>
            )}{' '}
            <Anchor component={Link} to={`${path}?plan=${number}`} size="sm" underline="always">
              Edit the planned change
            </Anchor>
          </Text>
        ))
      ) : (
        <Text size="sm">
          It is planned from <Moment at={own.validFrom} zone={zone} />. Until then, the current rotation stays in force.{' '}
          <Anchor component={Link} to={path} size="sm" underline="always">
            Edit the rotation in force
          </Anchor>
        </Text>
      )}
    </Alert>
  );
}
