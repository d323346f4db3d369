/** A migration found stored data that an operator has to change first. The database is as it was; the message says what to do. */
export class MigrationStopped extends Error {
  override readonly name = 'MigrationStopped';
}
