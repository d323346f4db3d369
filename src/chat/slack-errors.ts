/**
 * Rule CH-7: the meaning of Slack's error codes. The failure says whether to retry; the sentence is for the user. Unknown codes are
 * treated as temporary, since Slack adds new ones. All codes that are documented as permanent for our methods are listed.
 */
import type { ChatFailure } from './provider.ts';

interface Meaning {
  readonly failure: ChatFailure;
  readonly reason: string;
}

const SLACK_ERRORS: Readonly<Record<string, Meaning>> = {
  ...mean('unavailable', 'Slack asks for fewer requests.', 'ratelimited', 'rate_limited'),
  ...mean(
    'unavailable',
    'Slack could not do it just now.',
    'internal_error',
    'fatal_error',
    'service_unavailable',
    'request_timeout',
    'external_channel_migrating',
  ),
  ...mean(
    'unavailable',
    'Slack is moving the workspace into an organization.',
    'team_added_to_org',
    'org_login_required',
  ),

  ...mean('connection lost', 'Slack does not accept the token.', 'invalid_auth', 'not_authed', 'token_expired'),
  ...mean('connection lost', 'The token was revoked in Slack.', 'token_revoked'),
  ...mean(
    'connection lost',
    'Slack does not accept the token: its owner or the workspace was deactivated, or the app was removed.',
    'account_inactive',
  ),

  ...mean('paid plan needed', 'User groups need a paid plan of Slack.', 'paid_teams_only', 'plan_upgrade_required'),

  ...mean(
    'not allowed',
    'Slack lets only some people of this workspace manage user groups: allow it to everyone in the workspace settings, or set SLACK_USER_TOKEN to the token of someone who may.',
    'permission_denied',
    'user_is_bot',
    'user_is_restricted',
  ),
  ...mean(
    'not allowed',
    'The Slack app lacks a scope: add it to the app, and install the app again.',
    'missing_scope',
    'no_permission',
    'not_allowed_token_type',
  ),
  ...mean(
    'not allowed',
    'The settings of the Slack workspace forbid it.',
    'access_denied',
    'accesslimited',
    'ekm_access_denied',
    'enterprise_is_restricted',
    'restricted_action',
    'team_access_not_granted',
    'two_factor_setup_required',
  ),
  ...mean(
    'not allowed',
    'Slack lets the app post nothing there.',
    'restricted_action_read_only_channel',
    'restricted_action_thread_only_channel',
    'messages_tab_disabled',
  ),

  ...mean('destination gone', 'The channel is archived in Slack.', 'is_archived'),
  ...mean(
    'destination gone',
    'Slack has no such channel, or it is private and the app is not in it.',
    'channel_not_found',
    'not_in_channel',
    'method_not_supported_for_channel_type',
    'channel_is_limited_access',
    'is_inactive',
  ),
  ...mean(
    'destination gone',
    'Slack has no such person, or they have left.',
    'user_not_found',
    'users_not_found',
    'user_disabled',
    'user_not_visible',
    'cannot_dm_bot',
    'invalid_user_combination',
  ),

  ...mean('group gone', 'Slack has no such user group.', 'no_such_subteam', 'subteam_not_found'),
  ...mean(
    'unknown members',
    'Slack does not take everyone into the user group.',
    'invalid_users',
    'invalid_user',
    'failed_for_some_users',
    'single_channel_guests_cannot_be_added',
  ),
  ...mean('refused', 'A user group of Slack cannot be empty.', 'no_users_provided'),
  ...mean(
    'refused',
    'Someone, a channel or another user group of Slack has this handle: choose another one.',
    'handle_already_exists',
  ),
  ...mean('refused', 'Another user group of Slack has this name: choose another one.', 'name_already_exists'),
  ...mean(
    'refused',
    'Slack does not accept the handle.',
    'bad_handle',
    'invalid_handle',
    'forbidden_handle',
    'handle_too_long',
  ),
  ...mean('refused', 'The name is too long for Slack.', 'name_too_long'),
  ...mean('refused', 'Slack does not accept the name.', 'missing_subteam_name'),
  ...mean('refused', 'Slack takes no more people into one user group.', 'subteam_max_users_exceeded'),

  ...mean('refused', 'The message is too long for Slack.', 'msg_too_long', 'msg_blocks_too_long', 'too_many_blocks'),
  ...mean('refused', 'The message is no longer in Slack.', 'message_not_found'),
  ...mean('refused', 'Slack does not let the message be changed.', 'cant_update_message', 'edit_window_closed'),
  ...mean('refused', 'The channel in Slack is full: the app cannot join it.', 'too_many_members'),
  ...mean(
    'refused',
    'Slack does not accept the message.',
    'block_mismatch',
    'invalid_blocks',
    'invalid_blocks_format',
    'no_text',
  ),
  ...mean(
    'refused',
    'Slack does not accept the request. A newer version of Watchbill may be needed.',
    'deprecated_endpoint',
    'invalid_arg_name',
    'invalid_arguments',
    'invalid_array_arg',
    'invalid_charset',
    'invalid_cursor',
    'invalid_form_data',
    'invalid_json',
    'invalid_post_type',
    'json_not_object',
    'method_deprecated',
    'missing_argument',
    'missing_post_type',
    'unknown_method',
  ),
};

export function meaningOf(code: string): Meaning {
  const known = Object.hasOwn(SLACK_ERRORS, code) ? SLACK_ERRORS[code] : undefined;
  return known ?? { failure: 'unknown error', reason: `Slack refused: ${code}.` };
}

function mean(failure: ChatFailure, reason: string, ...codes: readonly string[]): Record<string, Meaning> {
  return Object.fromEntries(codes.map((code) => [code, { failure, reason }]));
}
