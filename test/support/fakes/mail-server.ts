/** A mail server with STARTTLS and passwords that stores what it receives. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

const [USER, PASSWORD] = ['watchbill', 'a password of the mail server'];

export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly isEncrypted: boolean;
  /** The raw mail. */
  readonly source: string;
}

export interface MailServer {
  readonly url: string;
  readonly mails: TakenMail[];
  /** The number of sign-in attempts. */
  signIns: number;
  /** Returns the error for a refused recipient; undefined for an accepted one. */
  refuse: (recipient: string) => { readonly code: number; readonly message: string } | undefined;
  stop(): Promise<void>;
}

/** `password`: the one in its address. Without TLS it accepts passwords in clear text. */
export async function startMailServer({ password = PASSWORD, hasTls = true } = {}): Promise<MailServer> {
  const server = new SMTPServer({
    disabledCommands: hasTls ? [] : ['STARTTLS'],
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: !hasTls,
    onAuth({ username, password: given }, _session, done) {
      mailServer.signIns += 1;
      if (username === USER && given === PASSWORD) done(null, { user: USER });
      else done(Object.assign(new Error('wrong password'), { responseCode: 535 }));
    },
    onRcptTo({ address }, _session, done) {
      const refusal = mailServer.refuse(address);
      if (refusal === undefined) done();
      else done(Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
    },
    onData(stream, { envelope, secure }, done) {
      void text(stream).then((source) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mailServer.mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), isEncrypted: secure, source });
        done();
      });
    },
  });
  // Clients that close a connection abruptly do not matter.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const login = `${USER}:${encodeURIComponent(password)}`;
  const mailServer: MailServer = {
    // Its certificate is self-signed.
    url: `smtp://${login}@127.0.0.1:${port}/?tls.rejectUnauthorized=false`,
    mails: [],
    signIns: 0,
    refuse: () => undefined,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailServer;
}

/** The decoded parts of a mail: headers, text and HTML. */
export function partsOf({ source }: TakenMail): { head: string; text: string; html: string } {
  const [head = ''] = source.split('\r\n\r\n', 1);
  const part = (type: string) => {
    const [, partHead = '', body = ''] =
      new RegExp(`Content-Type: ${type}([\\s\\S]*?)\r\n\r\n([\\s\\S]*?)\r\n--`).exec(source) ?? [];
    if (/base64/i.test(partHead)) return Buffer.from(body, 'base64').toString();
    if (!/quoted-printable/i.test(partHead)) return body;
    const bytes = body
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString();
  };
  return { head, text: part('text/plain'), html: part('text/html') };
}
