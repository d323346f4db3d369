/** What somebody else has changed while a form was open. */
export interface FieldChange {
  readonly field: string;
  /** Empty: there is nothing any more. */
  readonly theirs: string;
  /** What was typed here, where both have changed the same. */
  readonly mine?: string;
}
