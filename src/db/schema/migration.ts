/** What a migration consists of. migrate.ts has the list of them, and runs those that are due. */
import type { ExclusiveTransaction } from '../driver/database.ts';

export interface Migration {
  readonly name: string;
  /** `id` is the column type of identifiers. */
  readonly statements: (types: { readonly id: string }) => readonly string[];
  /** Code, for what SQL alone cannot do: after the statements, in the same transaction. */
  readonly run?: (tx: ExclusiveTransaction) => Promise<void>;
}

export interface LaterMigration extends Migration {
  /** The number of the newest migration that a node must know to run beside this one. */
  readonly oldestPeer: number;
}
