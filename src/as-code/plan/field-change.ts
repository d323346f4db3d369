/** A changed field, with its value before and after, as text. Empty: none. */
export interface FieldChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}
