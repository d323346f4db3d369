import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useGet } from '../api/queries.ts';
import { BrokenNote } from '../schedules/broken-note.tsx';
import { NoSuchSchedule } from '../schedules/no-such-schedule.tsx';
import { DELETED, MAY_NOT } from '../schedules/obstacles.ts';
import { Empty } from '../ui/feedback/empty.tsx';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import { useLastKnown } from '../ui/forms/last-known.ts';
import { lossText, useDenial } from '../ui/forms/unsaved-input.ts';
import { isNoSuchThing } from '../ui/frame/no-such-thing.tsx';
import { Page } from '../ui/frame/page.tsx';
import { useAddress } from '../ui/lists/address.ts';
import { EditScheduleForm } from './edit-schedule-form.tsx';
import { useStored } from './stored-schedule.ts';

export function EditSchedulePage({ id }: { readonly id: string }) {
  const { schedule, revisions, stored } = useStored(id);
  const permissions = useGet('/user/permissions/', { params: { query: { schedule_id: id } } });
  const mayChange = useLastKnown(permissions.data)?.actions.includes('change schedule');
  const { params } = useAddress();
  const [beginnings, setBeginnings] = useState(1);
  const denial = useDenial(schedule);
  // Once the form is open, it keeps what was typed in it.
  const [isOpen, setOpen] = useState(false);
  if (mayChange && stored !== undefined && !isOpen) setOpen(true);
  if (stored === undefined && isNoSuchThing(denial)) return <NoSuchSchedule />;
  const { name, broken } = schedule.data?.schedule ?? stored?.schedule ?? {};

  function content() {
    if (broken !== undefined) return <BrokenNote broken={broken} />;
    if (mayChange === false && !isOpen) return <MayNot />;
    if (isOpen && stored !== undefined) {
      return (
        <EditScheduleForm
          key={`${beginnings} ${params}`}
          stored={stored}
          obstacle={denial !== null ? lossText(denial, DELETED) : mayChange === false ? MAY_NOT : undefined}
          plan={numberIn(params, 'plan')}
          restored={numberIn(params, 'restore')}
          onBeginAgain={() => setBeginnings(beginnings + 1)}
        />
      );
    }
    const failed = [schedule, permissions, revisions].find(({ data, error }) => data === undefined && error !== null);
    if (failed !== undefined) return <ProblemNote error={failed.error} onRetry={() => void failed.refetch()} />;
    return <Skeleton height={600} role="status" aria-busy="true" aria-label="Loading" />;
  }

  return (
    <Page title="Edit schedule" about={name}>
      {content()}
    </Page>
  );
}

function MayNot() {
  return (
    <Empty title="You cannot change this schedule">
      People in its rotation, its creator, members of its teams and admins can, if they have a member seat.
    </Empty>
  );
}

function numberIn(params: URLSearchParams, name: string): number | undefined {
  const text = params.get(name);
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}
