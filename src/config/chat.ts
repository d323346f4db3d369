/** Settings of the chat. */
import { type Environment, oneOf, readerOf, text, token, url, type Variables } from './variables.ts';

export type ChatConfig =
  | { readonly provider: 'none' }
  | { readonly provider: 'local'; readonly plan: 'paid' | 'free' }
  | {
      readonly provider: 'slack';
      readonly botToken: string;
      readonly userToken: string | undefined;
      readonly signingSecret: string | undefined;
      readonly apiUrl: string | undefined;
    };

export const CHAT_VARIABLES = {
  CHAT_PROVIDER: {
    about: 'The chat: a workspace inside Watchbill, Slack, or none',
    ...oneOf('local', 'slack', 'none'),
    fallback: 'local',
  },
  LOCAL_CHAT_PLAN: {
    about: 'Plan of the local workspace; user groups need `paid`',
    ...oneOf('paid', 'free'),
    fallback: 'paid',
  },
  SLACK_BOT_TOKEN: {
    about: 'Bot token of the Slack app; required with `CHAT_PROVIDER=slack`',
    ...token('xox'),
    fromFile: true,
  },
  SLACK_USER_TOKEN: {
    about: 'User token of a Slack admin, for workspaces where only admins manage user groups',
    ...token('xox'),
    fromFile: true,
  },
  SLACK_SIGNING_SECRET: {
    about: 'Signing secret of the Slack app, for slash commands and buttons',
    ...text('the signing secret'),
    secret: true,
    fromFile: true,
  },
  SLACK_API_URL: {
    about: 'Another address for the Slack Web API, for tests and proxies',
    ...url('http:', 'https:'),
    fallbackText: "Slack's own",
  },
} as const satisfies Variables;

export function readChat(environment: Environment): ChatConfig {
  const { find, get, missing } = readerOf(CHAT_VARIABLES, environment);
  const provider = get('CHAT_PROVIDER');
  const plan = get('LOCAL_CHAT_PLAN');
  const botToken = find('SLACK_BOT_TOKEN');
  const slack = {
    userToken: find('SLACK_USER_TOKEN'),
    signingSecret: find('SLACK_SIGNING_SECRET'),
    apiUrl: find('SLACK_API_URL'),
  };
  if (provider === 'none') return { provider };
  if (provider === 'local') return { provider, plan };
  if (botToken === undefined) throw missing('SLACK_BOT_TOKEN', 'with CHAT_PROVIDER=slack');
  return { provider, botToken, ...slack };
}
