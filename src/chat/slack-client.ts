/**
 * Calls the Slack Web API with one token. Each call is made once, has a timeout, and fails only with a `ChatError`. Errors of the SDK do
 * not leave this file: they contain the request, and with it the token.
 */
import type { Logger, WebClient } from '@slack/web-api';
import { ChatError } from './provider.ts';
import { meaningOf } from './slack-errors.ts';
import { isSlackMethod } from './slack-methods.ts';

export interface SlackConnection {
  /** For `find…`: undefined if Slack responds with that error. */
  askUnless<T>(code: string, question: (slack: WebClient) => Promise<T>): Promise<T | undefined>;
  ask<T>(question: (slack: WebClient) => Promise<T>): Promise<T>;
}

interface SlackConnectionOptions {
  readonly token: string;
  /** The variable of the token, for error messages. */
  readonly variable: 'SLACK_BOT_TOKEN' | 'SLACK_USER_TOKEN';
  readonly apiUrl: string | undefined;
  readonly timeoutMs: number;
}

/** The form of all error codes. Anything else, such as the HTML of a proxy, is not a response of Slack. */
const ERROR_CODE = /^[a-z][a-z0-9_]{1,80}$/;

/** The SDK’s timeout restarts with each byte of a response. No response takes longer than this many timeouts. */
const TRICKLE_FACTOR = 1.2;

const SILENT: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  setLevel: () => undefined,
  getLevel: () => 'error' as ReturnType<Logger['getLevel']>,
  setName: () => undefined,
};

export function connectSlack(options: SlackConnectionOptions): SlackConnection {
  let client: Promise<WebClient> | undefined;

  async function askUnless<T>(
    code: string | undefined,
    question: (slack: WebClient) => Promise<T>,
  ): Promise<T | undefined> {
    client ??= createClient(options);
    const slack = await client;
    try {
      return await question(slack);
    } catch (error) {
      const answer = answerIn(error);
      if (code !== undefined && answer?.error === code) return undefined;
      throw answer === undefined ? unavailable(error) : chatErrorOf(answer, options.variable);
    }
  }

  return { askUnless, ask: (question) => askUnless(undefined, question) as ReturnType<typeof question> };
}

/** The SDK is loaded on first use: without Slack, it costs nothing at the start. */
async function createClient({ token, apiUrl, timeoutMs }: SlackConnectionOptions): Promise<WebClient> {
  const { WebClient } = await import('@slack/web-api');
  return new WebClient(token, {
    ...(apiUrl !== undefined && { slackApiUrl: apiUrl }),
    timeout: timeoutMs,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    attachOriginalToWebAPIRequestError: false,
    logger: SILENT,
    requestInterceptor: (request) => {
      const method = request.url?.split('/').at(-1);
      if (!isSlackMethod(method)) throw new Error(`${method} is not in the table of Slack's methods`);
      // Uncompressed: a hostile server must not reach a decoder.
      request.headers.set('accept-encoding', 'identity');
      return { ...request, decompress: false, signal: AbortSignal.timeout(timeoutMs * TRICKLE_FACTOR) };
    },
  });
}

/** The error that Slack responded with. */
interface SlackAnswer {
  readonly error: string;
  /** The missing scope. */
  readonly needed?: string;
  readonly response_metadata?: { readonly retryAfter?: number };
}

function answerIn(error: unknown): SlackAnswer | undefined {
  if (!(error instanceof Error && 'data' in error)) return undefined;
  const answer = error.data as SlackAnswer;
  return typeof answer.error === 'string' && ERROR_CODE.test(answer.error) ? answer : undefined;
}

function chatErrorOf(
  { error: code, needed, response_metadata }: SlackAnswer,
  variable: SlackConnectionOptions['variable'],
): ChatError {
  const { failure, reason } = meaningOf(code);
  const retryAfterMs = millisecondsOf(response_metadata?.retryAfter);
  if (failure === 'connection lost') return new ChatError(failure, `${reason} Check ${variable}.`);
  if (code === 'missing_scope' && needed !== undefined && /^[\w:.,-]+$/.test(needed)) {
    return new ChatError(failure, `The Slack app lacks the scope ${needed}: add it to the app, and install it again.`);
  }
  return new ChatError(failure, reason, { retryAfterMs });
}

/** Only the message of the SDK’s error is kept: the status, or the network error. */
function unavailable(error: unknown): ChatError {
  const retryAfterMs = millisecondsOf(error instanceof Error && 'retryAfter' in error ? error.retryAfter : undefined);
  if (retryAfterMs !== undefined)
    return new ChatError('unavailable', meaningOf('ratelimited').reason, { retryAfterMs });
  const hasOtherAnswer = error instanceof Error && 'data' in error;
  const cause = error instanceof Error && !hasOtherAnswer ? new Error(error.message) : undefined;
  return new ChatError('unavailable', 'Slack did not answer as expected.', cause && { cause });
}

function millisecondsOf(seconds: unknown): number | undefined {
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : undefined;
}
