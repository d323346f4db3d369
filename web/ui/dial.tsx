/** The decorative dial of the brand: each ring is a schedule, each arc a turn, and the hand is now. */
import classes from './dial.module.css';

const MIDDLE = 200;

/** The angle of the hand in degrees, clockwise from three o'clock. */
const NOW = 311;

/** For each arc its start and length in degrees, and a hue. */
const RINGS = [
  {
    radius: 168,
    width: 26,
    arcs: [
      [4, 76, 262],
      [84, 64, 168],
      [156, 92, 70],
      [256, 96, 20],
    ],
  },
  {
    radius: 128,
    width: 26,
    arcs: [
      [-30, 112, 168],
      [90, 112, 300],
      [210, 112, 262],
    ],
  },
  {
    radius: 88,
    width: 26,
    arcs: [
      [20, 52, 20],
      [84, 40, 330],
      [136, 88, 262],
      [236, 60, 168],
      [308, 60, 70],
    ],
  },
] as const;

export function Dial() {
  return (
    <svg className={classes.dial} viewBox="0 0 400 400" aria-hidden="true">
      {RINGS.map(({ radius, width, arcs }, ring) => (
        <g key={radius} className={classes.ring} style={{ animationDelay: `${ring * 90}ms` }}>
          {arcs.map(([from, length, hue]) => (
            <circle
              key={from}
              className={classes.arc}
              data-now={(NOW - from + 360) % 360 < length}
              cx={MIDDLE}
              cy={MIDDLE}
              r={radius}
              strokeWidth={width}
              pathLength={360}
              strokeDasharray={`${length} ${360 - length}`}
              strokeDashoffset={-from}
              stroke={`oklch(0.74 0.13 ${hue})`}
            />
          ))}
        </g>
      ))}
      <path className={classes.hand} d={`M${MIDDLE} ${MIDDLE} L${MIDDLE + 122} ${MIDDLE - 140}`} />
      <circle className={classes.pin} cx={MIDDLE} cy={MIDDLE} r={9} />
    </svg>
  );
}
