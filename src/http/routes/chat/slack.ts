/**
 * Slash commands and buttons from Slack. The routes need no API key: Slack signs each request over its raw body (rule CH-7), and all other
 * requests are refused.
 */
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { AppError } from '../../../errors.ts';
import { doChatAction } from '../../../services/chat/chat-commands.ts';
import { answerSlackCommand, isFromSlack } from '../../../services/chat/slack-requests.ts';
import type { Services } from '../../../services/shared/services.ts';
import { unstorableIn } from '../../../validation/unstorable-text.ts';
import type { Access } from '../../access.ts';
import { jsonParserOf } from '../../json-bodies.ts';
import type { App } from '../../typed-app.ts';

/** A button press includes the message above it, with up to twelve bytes for each character. */
const ACCESS: Access = { who: 'anyone', bodyBytes: 256 * 1024 };

const UserId = Type.String({ minLength: 1, maxLength: 60 });

/** The used part of Slack’s payload. */
const SlashCommand = Type.Object({ user_id: UserId, text: Type.Optional(Type.String()) });
const Interaction = Type.Object({
  user: Type.Object({ id: UserId }),
  actions: Type.Optional(Type.Array(Type.Object({ action_id: Type.String(), value: Type.Optional(Type.String()) }))),
});

export function slackRoutes(app: App, services: Services, signingSecret = ''): void {
  const parseJson = jsonParserOf(app);
  // Bodies are checked against their signature before they are parsed, whatever their content type.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, raw, done) => {
    if (!isSigned(request, raw as Buffer)) return done(notSigned());
    const { payload, ...fields } = Object.fromEntries(new URLSearchParams(raw.toString()));
    if (payload !== undefined) return parseJson(request, Buffer.from(payload), done);
    const unstorable = unstorableIn(fields);
    done(unstorable === undefined ? null : new AppError('bad_request', unstorable), fields);
  });

  /** Without a body there was nothing to parse. */
  async function requireSigned(request: FastifyRequest): Promise<void> {
    if (request.body === undefined && !isSigned(request, Buffer.alloc(0))) throw notSigned();
  }

  function isSigned({ headers }: FastifyRequest, rawBody: Buffer): boolean {
    const [timestamp, signature] = [headers['x-slack-request-timestamp'], headers['x-slack-signature']].map(String);
    return isFromSlack(services, signingSecret, { timestamp, signature, rawBody });
  }

  const shared = { config: { access: ACCESS }, preValidation: requireSigned };

  app.post('/chat/slack/commands', { ...shared, schema: { hide: true, body: SlashCommand } }, async ({ body, ip }) => {
    const visitor = { chatUserId: body.user_id, address: ip };
    const message = await answerSlackCommand(services, visitor, body.text ?? '');
    return { response_type: 'ephemeral', mrkdwn: false, ...message };
  });

  app.post(
    '/chat/slack/interactions',
    { ...shared, schema: { hide: true, body: Interaction } },
    async ({ body, ip }) => {
      const visitor = { chatUserId: body.user.id, address: ip };
      for (const { action_id, value } of body.actions ?? []) {
        if (value !== undefined) await doChatAction(services, visitor, { id: action_id, value });
      }
      return {};
    },
  );
}

function notSigned(): AppError {
  return new AppError(
    'unauthorized',
    'Only Slack is answered here: the request must be signed with SLACK_SIGNING_SECRET.',
  );
}
