/**
 * The methods of the Slack Web API that we call, and the scopes that they need. The manifest (docs/slack-manifest.yaml) requests exactly
 * these scopes.
 */
const SCOPES = {
  'auth.test': [],
  'chat.postMessage': ['chat:write'],
  'chat.update': ['chat:write'],
  'conversations.info': ['channels:read'],
  'conversations.join': ['channels:join'],
  'conversations.list': ['channels:read', 'groups:read'],
  'conversations.open': ['im:write'],
  'team.billing.info': ['team.billing:read'],
  'usergroups.create': ['usergroups:write'],
  'usergroups.disable': ['usergroups:write'],
  'usergroups.enable': ['usergroups:write'],
  'usergroups.list': ['usergroups:read'],
  'usergroups.update': ['usergroups:write'],
  'usergroups.users.update': ['usergroups:write'],
  'users.info': ['users:read'],
  'users.list': ['users:read', 'users:read.email'],
  'users.lookupByEmail': ['users:read', 'users:read.email'],
} as const satisfies Record<string, readonly string[]>;

export type SlackMethod = keyof typeof SCOPES;

export const SLACK_METHODS = Object.keys(SCOPES) as SlackMethod[];

export function scopesOf(method: SlackMethod): readonly string[] {
  return SCOPES[method];
}

export function isSlackMethod(name: string | undefined): name is SlackMethod {
  return name !== undefined && Object.hasOwn(SCOPES, name);
}
