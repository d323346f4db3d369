/** Settings of mail. */
import { isEmail, isSingleLine } from '../text/harmless-text.ts';
import { HTTP_VARIABLES } from './http.ts';
import { type Environment, readerOf, type Variables } from './variables.ts';

export interface MailConfig {
  readonly url: string;
  readonly from: string;
}

export const MAIL_VARIABLES = {
  SMTP_URL: {
    about:
      'Mail server, for invitations, forgotten passwords and notifications; needs `MAIL_FROM` and `WATCHBILL_URL`. With a password, the server has to offer TLS',
    allowed: 'an address that begins with smtp:// or smtps://',
    fallbackText: 'no mail',
    secret: true,
    fromFile: true,
    parse: (value) => (['smtp:', 'smtps:'].includes(URL.parse(value)?.protocol ?? '') ? value : undefined),
  },
  MAIL_FROM: {
    about: 'Sender of the mails',
    allowed: 'an email address, or a name and an address such as Watchbill <oncall@example.com>, in one line',
    parse: (value) => {
      const [, address = value] = /^[^<>@]+ <([^<>]+)>$/.exec(value) ?? [];
      return isSingleLine(value) && isEmail(address) ? value : undefined;
    },
  },
} as const satisfies Variables;

/** Mails contain links, so a public address is required. */
export function readMail(environment: Environment, linkUrl: string | undefined): MailConfig | undefined {
  const { find, missing } = readerOf(MAIL_VARIABLES, environment);
  const url = find('SMTP_URL');
  const from = find('MAIL_FROM');
  if (url === undefined && from === undefined) return undefined;
  if (url === undefined) throw missing('SMTP_URL', 'with MAIL_FROM');
  if (from === undefined) throw missing('MAIL_FROM', 'with SMTP_URL');
  if (linkUrl === undefined) throw readerOf(HTTP_VARIABLES, environment).missing('WATCHBILL_URL', 'with SMTP_URL');
  return { url, from };
}
