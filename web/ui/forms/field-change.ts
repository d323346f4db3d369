/** What somebody else changed while a form was open. */
export interface FieldChange {
  readonly field: string;
  /** Empty: they cleared the field. */
  readonly theirs: string;
  /** The local value, if both changed the field. */
  readonly mine?: string;
}

/** The fields of something, as text. */
export type Values = Readonly<Record<string, string | null>>;

/** The label of each field, and how values are shown that are not text already. */
export interface Wording<D> {
  readonly labels: Readonly<Record<keyof D, string>>;
  readonly shown?: { readonly [K in keyof D]?: (value: D[K]) => string };
}

/** The fields in which the two differ. */
export function differing<D extends Values>(values: Partial<D>, others: Partial<D>): Partial<D> {
  const fields = Object.keys(values).filter((field) => values[field] !== others[field]);
  return Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<D>;
}

export function changesMeanwhile<D extends Values>(
  opened: D,
  theirs: D,
  { labels, shown = {} }: Wording<D>,
  typed: Partial<D> = {},
): FieldChange[] {
  const textOf = (field: keyof D, value: string | null | undefined) =>
    value == null ? '' : (shown[field]?.(value as D[keyof D]) ?? value);
  return Object.keys(differing(theirs, opened)).map((field) => {
    const isMine = typed[field] !== undefined && typed[field] !== opened[field] && typed[field] !== theirs[field];
    return {
      field: labels[field] ?? field,
      theirs: textOf(field, theirs[field]),
      ...(isMine && { mine: textOf(field, typed[field]) }),
    };
  });
}
