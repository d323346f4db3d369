/** Rule CH-7: verifies requests from Slack, and answers slash commands. */
import { slackMessage } from '../../chat/slack-blocks.ts';
import { isSignedBySlack } from '../../chat/slack-signature.ts';
import type { Services } from '../shared/services.ts';
import { answerCommand, type ChatVisitor } from './chat-commands.ts';

interface SignedRequest {
  /** The raw headers `x-slack-request-timestamp` and `x-slack-signature`. */
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
  /** The raw bytes: a body that was parsed and serialised again has another signature. */
  readonly rawBody: Uint8Array;
}

export function isFromSlack({ clock }: Services, signingSecret: string, request: SignedRequest): boolean {
  return isSignedBySlack({ ...request, signingSecret, now: clock.now() });
}

/** The response to a slash command, in Slack's format. */
export async function answerSlackCommand(services: Services, visitor: ChatVisitor, text: string): Promise<object> {
  return slackMessage(await answerCommand(services, visitor, text));
}
