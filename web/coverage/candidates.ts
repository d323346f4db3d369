/** Reads who could cover a draft of a coverage request, and which shifts it concerns. */
import type { Schemas } from '../api/client.ts';
import { useGet } from '../api/queries.ts';
import { instantText } from '../time/format.ts';
import { type CoverageDraft, isWhole } from './coverage-draft.ts';

export interface CandidatesOf {
  readonly draft: CoverageDraft;
  /** Whose shifts; absent: the reader's. */
  readonly person?: Schemas['User'] | undefined;
  readonly now: number;
}

export function useCandidates({ draft, person, now }: CandidatesOf) {
  const isReady = isWhole(draft) && draft.end > now;
  const query = useGet(
    '/coverage_candidates',
    {
      params: {
        query: isReady
          ? {
              start: instantText(draft.start),
              end: instantText(draft.end),
              ...(person !== undefined && { user_id: person.id }),
              ...(person === undefined && draft.scheduleIds && { schedule_ids: draft.scheduleIds.join(',') }),
            }
          : {},
      },
    },
    { enabled: isReady, keepPrevious: true },
  );
  return { query, isReady };
}
