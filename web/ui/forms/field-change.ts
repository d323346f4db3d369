/** What somebody else changed while a form was open. */
export interface FieldChange {
  readonly field: string;
  /** Empty: they cleared the field. */
  readonly theirs: string;
  /** The local value, if both changed the field. */
  readonly mine?: string;
}
