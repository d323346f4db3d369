/** Rule MAIL-1: sends one mail to the SMTP server. The caller decides about retries. */
import { isEmail } from '../text/harmless-text.ts';

/** Together shorter than a lease of the worker. */
const CONNECT_TIMEOUT_MS = 5_000;
const SILENCE_TIMEOUT_MS = 10_000;

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for each attempt to send a mail, so that mail programs show it once. */
  readonly messageId?: string | undefined;
  /** The address for one-click unsubscribing by mail programs (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** The message is a whole sentence, shown to admins. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly retry: 'soon' | 'never';

  constructor(message: string, retry: 'soon' | 'never', cause?: unknown) {
    super(message, { cause });
    this.retry = retry;
  }
}

export function createMailer({ url, from }: { readonly url: string; readonly from: string }): Mailer {
  let transport: ReturnType<typeof openTransport> | undefined;
  const sender = senderOf(from);
  return {
    async send({ to, unsubscribeUrl, messageId, ...mail }) {
      // Rule BUD-7: nodemailer drops characters such as `>` from an address, and then sends to the rest.
      if (!isEmail(to))
        throw new MailError(`The mail was not sent: ${JSON.stringify(to)} is not one email address.`, 'never');
      try {
        transport ??= openTransport(url);
        const recipient = { name: '', address: to };
        const addressed = { from: sender, to: recipient, envelope: { from: sender, to: [recipient] } };
        const headers = { ...AUTOMATIC, ...(unsubscribeUrl !== undefined && unsubscribeHeaders(unsubscribeUrl)) };
        const identified = { ...mail, ...addressed, headers, ...(messageId !== undefined && { messageId }) };
        await (await transport).sendMail(identified);
      } catch (error) {
        throw mailErrorOf(error);
      }
    },
  };
}

/** Loaded with the first mail: most processes send none. A password is never sent in clear text: with one, the server must offer TLS. */
async function openTransport(url: string) {
  const hasPassword = (URL.parse(url)?.password ?? '') !== '';
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    requireTLS: hasPassword && url.startsWith('smtp:'),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** `Watchbill <oncall@example.com>`, or only the address. */
function senderOf(from: string): { readonly name: string; readonly address: string } {
  const [, name = '', address = from] = /^(.*?) *<([^<>]*)>$/.exec(from) ?? [];
  return { name, address };
}

/** Prevents automatic replies. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' };

function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Failures without a response of the server, by the code of nodemailer. */
const REASONS: Readonly<Record<string, string>> = {
  EAUTH: 'it does not accept the user and the password of SMTP_URL',
  ENOAUTH: 'it does not accept the user and the password of SMTP_URL',
  ECONNECTION: 'it could not be reached',
  ESOCKET: 'it could not be reached',
  EDNS: 'there is no address of its name',
  ETIMEDOUT: 'it did not respond in time',
  ETLS: 'no encrypted connection could be made',
  EREQUIRETLS: 'no encrypted connection could be made',
};

/** The server refuses the recipient for good with a code from 500 on. Everything else may pass. */
function mailErrorOf(error: unknown): MailError {
  const { code, responseCode, response } = error as Readonly<Record<string, unknown>>;
  const isRefused = code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 500;
  const reason = typeof response === 'string' ? response : (REASONS[String(code)] ?? 'the connection failed');
  const what = isRefused ? 'The mail server refused the address' : 'The mail server did not take the mail';
  return new MailError(`${what}: ${reason.replaceAll(/\s+/g, ' ').slice(0, 300)}`, isRefused ? 'never' : 'soon', error);
}
