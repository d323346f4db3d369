import { useState } from 'react';

/** The value, or the last one that was known: a form keeps what was typed in it when its thing is deleted. */
export function useLastKnown<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
