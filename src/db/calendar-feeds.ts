import type { Selectable } from 'kysely';
import type { CalendarFeedId, OrganizationId, UserId } from '../ids.ts';
import { type Records, type RowOf, statement, writeStatement } from './driver/statement.ts';
import { columns } from './schema/columns.ts';
import { insertRow } from './schema/row-writes.ts';
import type { Tables } from './schema/tables.ts';

export type CalendarFeedRow = Selectable<Tables['calendar_feeds']>;

type OfUser = { organizationId: OrganizationId; userId: UserId };

/** None if the owner is deactivated. */
export const feedByTokenHash = statement((q, p: { tokenHash: string }) =>
  q
    .selectFrom('calendar_feeds')
    .innerJoin('users', 'users.id', 'calendar_feeds.user_id')
    .innerJoin('organizations', 'organizations.id', 'calendar_feeds.organization_id')
    .select(['calendar_feeds.id', 'calendar_feeds.organization_id', 'calendar_feeds.user_id'])
    .select(['calendar_feeds.kind', 'calendar_feeds.subject_id'])
    .select(['organizations.rename_count', 'organizations.renamed_at'])
    .where('calendar_feeds.token_hash', '=', p.tokenHash)
    .where('users.deactivated_at', 'is', null),
);

export type OpenFeedRow = RowOf<typeof feedByTokenHash>;

export const feedsPage = statement((q, p: OfUser & { limit: number; offset: number }) =>
  q
    .selectFrom('calendar_feeds')
    .select(columns.calendar_feeds)
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId)
    .orderBy('id')
    .limit(p.limit)
    .offset(p.offset),
);

export const feedsTotal = statement((q, p: OfUser) =>
  q
    .selectFrom('calendar_feeds')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId),
);

export const insertFeed = insertRow('calendar_feeds');

/** Returns the deleted feed. */
export const deleteFeed = writeStatement((q, p: OfUser & { id: CalendarFeedId }) =>
  q
    .deleteFrom('calendar_feeds')
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId)
    .where('id', '=', p.id)
    .returning(columns.calendar_feeds),
);

export const deleteFeedsOfUser = writeStatement((q, p: OfUser) =>
  q.deleteFrom('calendar_feeds').where('organization_id', '=', p.organizationId).where('user_id', '=', p.userId),
);

/** In all organizations: feeds whose token is encrypted with that secret. */
export const feedsBySecret = statement((q, p: { secretId: string; limit: number }) =>
  q
    .selectFrom('calendar_feeds')
    .select(columns.calendar_feeds)
    .where('secret_id', '=', p.secretId)
    .orderBy('id')
    .limit(p.limit),
);

/** `tokens` has the columns below for each of the feeds `ids`: see `touchApiKeys`. Deleted feeds stay deleted. */
export const replaceTokens = writeStatement(
  (q, p: { ids: readonly CalendarFeedId[]; secretId: string; tokens: Records }, { joinedBy, records }) =>
    q
      .updateTable('calendar_feeds')
      .from(records(p.tokens, { organization_id: 'text', id: 'text', encrypted_token: 'text' }).as('renewed'))
      .set((eb) => ({ encrypted_token: eb.ref('renewed.encrypted_token'), secret_id: p.secretId }))
      .where(joinedBy('calendar_feeds.id', p.ids))
      .whereRef('calendar_feeds.id', '=', (eb) => eb.ref('renewed.id').$castTo<CalendarFeedId>())
      .whereRef('calendar_feeds.organization_id', '=', (eb) =>
        eb.ref('renewed.organization_id').$castTo<OrganizationId>(),
      ),
);
