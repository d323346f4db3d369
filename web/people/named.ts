import type { Schemas } from '../api/client.ts';

/** What is needed to show who a person is. */
export type Named = Pick<Schemas['User'], 'id' | 'name'>;
