/** Whether mails can be sent: they need a mail server, and a public address for their links. */
import type { Services } from '../shared/services.ts';

export function canSendMail({ mailer, publicUrl }: Services): boolean {
  return mailer !== undefined && publicUrl !== undefined;
}
