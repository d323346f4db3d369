/** Ids of the organization. What is created is added. */
export interface Ids {
  /** By id and by `external_id`. */
  readonly schedules: Map<string, string>;
  /** By the key of the email. */
  readonly users: Map<string, string>;
  /** By id and by `external_id`. */
  readonly teams: Map<string, string>;
}
