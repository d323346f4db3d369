/** A field for a date and time on the clocks of a zone. Rule T-3 decides what a repeated or skipped hour means. */
import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { MAX_INSTANT, MIN_INSTANT } from '../../src/time/iso.ts';
import { findZone, instantAt, wallAt } from '../../src/time/zones.ts';
import { cityOf, written } from './format.ts';

interface Typed {
  readonly text: string;
  readonly zone: string;
  readonly value: number | undefined;
}

interface MomentInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  readonly value: number | undefined;
  readonly zone: string;
  readonly onChange: (epochMs: number | undefined) => void;
}

export function MomentInput({ value, zone, onChange, description, ...rest }: MomentInputProps) {
  const [typed, setTyped] = useState<Typed>();
  // Keeps the typed text until another value is to be shown.
  const isAsTyped = typed !== undefined && typed.value === value && typed.zone === zone;
  const text = isAsTyped ? typed.text : value === undefined ? '' : wallText(value, zone);
  return (
    <TextInput
      {...rest}
      type="datetime-local"
      step={60}
      description={description ?? readBack(value, zone)}
      value={text}
      onChange={({ currentTarget }) => {
        const ms = wallInstant(currentTarget.value, zone);
        setTyped({ text: currentTarget.value, zone, value: ms });
        onChange(ms);
      }}
    />
  );
}

/** The input has the format of the browser; this has the format that the reader chose, and the day of the week. */
export function readBack(value: number | undefined, zone: string): string {
  return value === undefined ? `In ${cityOf(zone)}` : `${written(value, zone, 'moment')} in ${cityOf(zone)}`;
}

/** `2026-01-05T09:00`, on the clocks of the zone. */
function wallText(epochMs: number, zone: string): string {
  const known = findZone(zone);
  if (known === undefined) throw new Error(`no such zone: ${zone}`);
  return new Date(wallAt(known, epochMs)).toISOString().slice(0, 16);
}

/** Undefined also for text that is not a date-time by rule T-1, such as the year 202 while 2026 is being typed. */
function wallInstant(text: string, zone: string): number | undefined {
  const known = findZone(zone);
  const wallMs = Date.parse(`${text}Z`);
  if (known === undefined || Number.isNaN(wallMs)) return undefined;
  const ms = instantAt(known, wallMs, 'first');
  return ms >= MIN_INSTANT && ms < MAX_INSTANT ? ms : undefined;
}
