/** Sorted numbers in typed arrays, which are faster to search than the objects they come from. */
export function numbersOf<T>(items: readonly T[], pick: (item: T) => number): Float64Array {
  const numbers = new Float64Array(items.length);
  for (let i = 0; i < items.length; i++) numbers[i] = pick(items[i] as T);
  return numbers;
}

/** Index of the last number ≤ value in ascending numbers; −1 if all are greater. */
export function lastAtOrBefore(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
