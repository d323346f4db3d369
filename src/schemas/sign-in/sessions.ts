/** Signing in and sessions. Secrets are `writeOnly`: no error message shows their value. */
import Type, { type Static } from 'typebox';
import { Body, Instant, KnownEmail, PageQuery, PaginationMeta, TimeZone } from '../fields.ts';
import { Organization } from '../people/organizations.ts';
import { Display } from '../people/settings.ts';
import { User } from '../people/users.ts';

const MAX_PASSWORD_LENGTH = 200;

/** The rules for a new password. */
const NewPassword = Type.String({
  minLength: 12,
  maxLength: MAX_PASSWORD_LENGTH,
  pattern: '\\S',
  writeOnly: true,
  description: 'At least 12 characters; neither the email nor a common password',
});
const Password = Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH, writeOnly: true });
const Token = Type.String({
  minLength: 1,
  maxLength: 100,
  writeOnly: true,
  description: 'The part of the link after the #',
});

export const CurrentSessionAnswer = Type.Object(
  {
    session: Type.Object(
      {
        user: Type.Optional(User),
        organization: Type.Optional(Organization),
        display: Type.Optional(Display),
        sign_in: Type.Object(
          {
            password: Type.Boolean(),
            reset: Type.Optional(Type.Boolean({ description: 'True if a new password can be requested by mail' })),
            oidc: Type.Optional(
              Type.Object({ name: Type.String({ description: 'Label for the button' }) }, { title: 'SingleSignOn' }),
            ),
          },
          { title: 'WaysToSignIn', description: 'The ways to sign in' },
        ),
      },
      { title: 'CurrentSession', description: 'Without a user if nobody is signed in' },
    ),
  },
  { title: 'CurrentSessionAnswer' },
);
export type CurrentSession = Static<typeof CurrentSessionAnswer>['session'];

export const Session = Type.Object(
  {
    id: Type.String(),
    created_at: Instant,
    last_seen_at: Type.String({ format: 'date-time', description: 'To the hour' }),
    is_current: Type.Boolean({ description: 'Whether it is the session of this request' }),
    browser: Type.Optional(Type.String({ description: 'Name of the browser, from its user agent' })),
  },
  { title: 'Session' },
);
export type Session = Static<typeof Session>;
export const SessionsAnswer = Type.Object(
  { sessions: Type.Array(Session), meta: PaginationMeta },
  { title: 'SessionsAnswer' },
);
export const SessionsQuery = Body({ ...PageQuery });

export const Credentials = Body({ email: KnownEmail, password: Password }, { title: 'Credentials' });
export type Credentials = Static<typeof Credentials>;

export const PasswordChange = Body(
  {
    current_password: Type.Optional(Password),
    password: NewPassword,
    revoke_api_keys: Type.Optional(
      Type.Boolean({ description: 'Whether to revoke all API keys of the user too. Default: false' }),
    ),
  },
  { title: 'PasswordChange' },
);
export type PasswordChange = Static<typeof PasswordChange>;

export const SignInLinkAnswer = Type.Object(
  {
    sign_in_link: Type.Object({ url: Type.String(), expires_at: Instant }, { title: 'SignInLink' }),
  },
  { title: 'SignInLinkAnswer' },
);

export const PasswordRequest = Body({ email: KnownEmail }, { title: 'PasswordRequest' });

export const SignInLinkToken = Body({ token: Token }, { title: 'SignInLinkToken' });

export const SignInLinkLook = Type.Object(
  {
    user: Type.Object({ name: Type.String(), email: Type.String() }, { title: 'SignInLinkUser' }),
    organization: Type.Object({ name: Type.String() }, { title: 'SignInLinkOrganization' }),
    expires_at: Instant,
    sets_password: Type.Boolean({
      description: 'Whether a new password is needed to use the link; false if passwords are turned off',
    }),
  },
  { title: 'SignInLinkLook' },
);
export type SignInLinkLook = Static<typeof SignInLinkLook>;
export const SignInLinkLookAnswer = Type.Object({ sign_in_link: SignInLinkLook }, { title: 'SignInLinkLookAnswer' });

export const SignInLinkUse = Body(
  {
    token: Token,
    password: Type.Optional(NewPassword),
    time_zone: Type.Optional(TimeZone),
  },
  { title: 'SignInLinkUse' },
);
export type SignInLinkUse = Static<typeof SignInLinkUse>;
