import type { Schemas } from '../api/client.ts';

/** A person, as far as it takes to show who it is. */
export type Named = Pick<Schemas['User'], 'id' | 'name'>;
