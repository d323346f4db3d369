/** The identities of a user at OpenID Connect providers. */
import Type, { type Static } from 'typebox';
import { Body, Instant, PageQuery, PaginationMeta } from '../fields.ts';

export const Identity = Type.Object(
  {
    id: Type.String(),
    issuer: Type.String({ description: 'The OpenID Connect provider' }),
    subject: Type.String({ description: 'Identifier of the user at the provider' }),
    created_at: Instant,
    is_accepted: Type.Boolean({
      description: 'Whether the user can sign in with it: of several subjects of an issuer, only the first is accepted',
    }),
  },
  { title: 'Identity' },
);
export type Identity = Static<typeof Identity>;

export const RefusedIdentity = Type.Object(
  {
    issuer: Type.String(),
    subject: Type.String(),
    at: Type.String({ format: 'date-time', description: 'When it was last refused' }),
    address: Type.Optional(Type.String({ description: 'Network address of the attempt' })),
  },
  { title: 'RefusedIdentity' },
);
export type RefusedIdentity = Static<typeof RefusedIdentity>;

export const IdentitiesAnswer = Type.Object(
  {
    identities: Type.Array(Identity),
    refused: Type.Array(RefusedIdentity, {
      description:
        'Other subjects of the same issuers that tried to sign in with the email of the user, and were refused; newest first, 20 at most',
    }),
    meta: PaginationMeta,
  },
  { title: 'IdentitiesAnswer' },
);
export const IdentitiesQuery = Body({ ...PageQuery });
