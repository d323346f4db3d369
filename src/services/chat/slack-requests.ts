/** Rule CH-7: verifies requests from Slack, and answers slash commands. */
import { slackMessage } from '../../chat/slack-blocks.ts';
import { isSignedBySlack } from '../../chat/slack-signature.ts';
import type { Services } from '../shared/services.ts';
import { answerCommand, type ChatVisitor } from './chat-commands.ts';

interface SignedRequest {
  /** The headers `x-slack-request-timestamp` and `x-slack-signature`, as they came. */
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
  /** Byte for byte: a body that was parsed and written again has another signature. */
  readonly rawBody: Uint8Array;
}

export function isFromSlack({ clock }: Services, signingSecret: string, request: SignedRequest): boolean {
  return isSignedBySlack({ ...request, signingSecret, now: clock.now() });
}

/** The reply to a slash command, as Slack takes it. */
export async function answerSlackCommand(services: Services, visitor: ChatVisitor, text: string): Promise<object> {
  return slackMessage(await answerCommand(services, visitor, text));
}
