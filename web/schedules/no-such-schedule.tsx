import { NoSuchThing } from '../ui/no-such-thing.tsx';

export function NoSuchSchedule() {
  return <NoSuchThing noun="schedule" others={{ to: '/', label: 'All schedules' }} />;
}
