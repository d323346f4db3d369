/** An instant in the reader's zone, with its name if the device has another, and in the schedule's zone beside it if the clocks differ. */
import { useReaderZone } from '../session/session.tsx';
import { cityOf, instantText, msOf, type Shape, written, writtenInterval } from './format.ts';
import { zoneMark } from './zone-mark.ts';

interface MomentProps {
  readonly at: number | string;
  /** The schedule's zone, if any. */
  readonly zone?: string;
  readonly shape?: Shape;
}

export function Moment({ at, zone, shape = 'moment' }: MomentProps) {
  const mine = useReaderZone();
  return (
    <time dateTime={instantText(msOf(at))}>
      {written(at, mine, shape)}
      {TIMES.includes(shape) && <Mark instants={[at]} zone={mine} />}
      {zone !== undefined && <Elsewhere mine={written(at, mine, shape)} there={written(at, zone, shape)} zone={zone} />}
    </time>
  );
}

/** Shapes with a time of day. */
const TIMES: readonly Shape[] = ['time', 'moment', 'date'];

function Mark({ instants, zone }: { readonly instants: readonly (number | string)[]; readonly zone: string }) {
  const mark = zoneMark(zone, ...instants);
  return mark === '' ? null : (
    <>
      {' '}
      <span className="elsewhere">{mark}</span>
    </>
  );
}

interface SpanProps {
  readonly start: number | string;
  readonly end: number | string;
  readonly zone?: string;
}

export function Span({ start, end, zone }: SpanProps) {
  const mine = useReaderZone();
  const text = writtenInterval(start, end, mine);
  return (
    <span>
      {text}
      <Mark instants={[start, end]} zone={mine} />
      {zone !== undefined && <Elsewhere mine={text} there={writtenInterval(start, end, zone)} zone={zone} />}
    </span>
  );
}

function Elsewhere({ mine, there, zone }: { readonly mine: string; readonly there: string; readonly zone: string }) {
  if (mine === there) return null;
  return (
    <>
      {' '}
      <span className="elsewhere">
        ({there} in {cityOf(zone)})
      </span>
    </>
  );
}
