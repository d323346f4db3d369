/** Rule MAIL-1: hands one mail to the SMTP server. Who asks decides when to try again. */
import { createTransport } from 'nodemailer';

/** Together shorter than a lease of the worker. */
const CONNECT_TIMEOUT_MS = 5_000;
const SILENCE_TIMEOUT_MS = 10_000;

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** The message is a whole sentence: admins read it. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly retry: 'soon' | 'never';

  constructor(message: string, retry: 'soon' | 'never', cause?: unknown) {
    super(message, { cause });
    this.retry = retry;
  }
}

/** A password is never sent in clear: with one, the server has to offer TLS. */
export function createMailer({ url, from }: { readonly url: string; readonly from: string }): Mailer {
  const hasPassword = (URL.parse(url)?.password ?? '') !== '';
  const transport = createTransport(
    {
      url,
      requireTLS: hasPassword && url.startsWith('smtp:'),
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    async send({ to, ...mail }) {
      try {
        // As an object: no character in an address can add a second recipient.
        await transport.sendMail({ ...mail, to: { name: '', address: to } });
      } catch (error) {
        throw mailErrorOf(error);
      }
    },
  };
}

/** The server refuses the recipient for good with a code from 500 on. Everything else may pass. */
function mailErrorOf(error: unknown): MailError {
  const { code, responseCode, response, message } = error as Readonly<Record<string, unknown>>;
  const isRefused = code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 500;
  const reason = typeof response === 'string' ? response : String(message ?? error);
  const what = isRefused ? 'The mail server refused the address' : 'The mail server did not take the mail';
  return new MailError(`${what}: ${reason.replaceAll(/\s+/g, ' ').slice(0, 300)}`, isRefused ? 'never' : 'soon', error);
}
