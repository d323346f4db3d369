/** Rule TRU-2: settings that nothing reads, such as a misspelt one. Kubernetes sets variables of such names too, so they are no error. */
import type { Environment, Variables } from './variables.ts';

const PREFIX = 'WATCHBILL_';

export interface UnknownSetting {
  readonly name: string;
  /** The most similar name that is known. */
  readonly nearest: string;
}

export function unknownSettings(variables: Variables, environment: Environment): UnknownSetting[] {
  const known = Object.entries(variables).flatMap(([name, { fromFile }]) =>
    fromFile ? [name, `${name}_FILE`] : [name],
  );
  const candidates = known.filter((name) => name.startsWith(PREFIX));
  return Object.entries(environment)
    .filter(([name, value]) => name.startsWith(PREFIX) && !known.includes(name) && value?.trim())
    .map(([name]) => name)
    .sort()
    .map((name) => ({ name, nearest: nearestOf(name, candidates) }));
}

function nearestOf(name: string, candidates: readonly string[]): string {
  const distances = candidates.map((candidate) => editDistance(name, candidate));
  return candidates[distances.indexOf(Math.min(...distances))] ?? '';
}

/** How many letters have to be inserted, deleted or replaced. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j++) {
      const replaced = (row[j] as number) + (letter === other[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row.at(-1) as number;
}
