/**
 * Names the zone of a time if its clock differs from the clock of the device (rule TRU-1), which the reader sees beside the page. They may have chosen
 * another zone.
 */
import { findZone, wallAt } from '../../src/time/zones.ts';
import { cityOf, msOf, type Shape, written, writtenInterval } from './format.ts';

let device: string | undefined;

export function deviceZone(): string {
  device ??= new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return device;
}

/** `in Berlin`, or empty if the clock of the device shows the same at all these instants. */
export function zoneMark(zone: string, ...instants: readonly (number | string)[]): string {
  if (zone === deviceZone()) return '';
  const [shown, here] = [findZone(zone), findZone(deviceZone())];
  const isSame = (at: number) => shown !== undefined && here !== undefined && wallAt(shown, at) === wallAt(here, at);
  return instants.map(msOf).every(isSame) ? '' : `in ${cityOf(zone)}`;
}

/** The text of one or more instants, with their zone if need be. */
export function withZone(text: string, zone: string, ...instants: readonly (number | string)[]): string {
  const mark = zoneMark(zone, ...instants);
  return mark === '' ? text : `${text} ${mark}`;
}

export function momentWithZone(at: number | string, zone: string, shape: Shape = 'moment'): string {
  return withZone(written(at, zone, shape), zone, at);
}

/** The clocks may differ at one end only, if one of them is changed in between. */
export function intervalWithZone(start: number | string, end: number | string, zone: string): string {
  return withZone(writtenInterval(start, end, zone), zone, start, end);
}
