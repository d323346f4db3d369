/** Parses stored JSON. A row may be damaged, or written by a later version. */

/** The ids in a column such as `users_json`; undefined if it contains anything else. */
export function readIds<Id extends string>(json: string): Id[] | undefined {
  const value = parsedJson(json);
  return isListOfTexts(value) ? (value as Id[]) : undefined;
}

/** Undefined if it is not JSON. */
export function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

export function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
