/**
 * Names the zone of a time whose clock differs from the device's (rule TRU-1): the reader may have chosen another zone than that of the device, whose
 * clock they see beside the page.
 */
import { findZone, wallAt } from '../../src/time/zones.ts';
import { cityOf, msOf } from './format.ts';

let device: string | undefined;

export function deviceZone(): string {
  device ??= new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return device;
}

/** `in Berlin`, or empty if the clock of the device shows the same. */
export function zoneMark(at: number | string, zone: string): string {
  if (zone === deviceZone()) return '';
  const [shown, here] = [findZone(zone), findZone(deviceZone())];
  const isSame = shown !== undefined && here !== undefined && wallAt(shown, msOf(at)) === wallAt(here, msOf(at));
  return isSame ? '' : `in ${cityOf(zone)}`;
}

/** The text of a time, with its zone if need be. */
export function withZone(text: string, at: number | string, zone: string): string {
  const mark = zoneMark(at, zone);
  return mark === '' ? text : `${text} ${mark}`;
}
