import { NoSuchThing } from '../ui/frame/no-such-thing.tsx';

export function NoSuchSchedule() {
  return <NoSuchThing noun="schedule" others={{ to: '/', label: 'All schedules' }} />;
}
