/**
 * The sentences of the audit log. `{target}` is replaced by the target of the action; any other word in braces by a field of the detail, or by the
 * name of the thing whose id the field has.
 */
export interface ActionWords {
  /** The words after the name of the actor. */
  readonly sentence: string;
  /** Used instead when the entry lacks a field that the sentence names. */
  readonly shortly?: string;
  /** The label in the filter. */
  readonly label: string;
}

interface ActionGroup {
  readonly noun: string;
  readonly actions: Readonly<Record<string, ActionWords>>;
}

export const ACTION_GROUPS: readonly ActionGroup[] = [
  {
    noun: 'Schedules',
    actions: {
      'schedule.created': { sentence: 'created the schedule {target}', label: 'Schedule created' },
      'schedule.updated': { sentence: 'changed the schedule {target}', label: 'Schedule changed' },
      'schedule.plan_canceled': {
        sentence: 'canceled a planned change of the schedule {target}',
        label: 'Planned change canceled',
      },
      'schedule.deleted': { sentence: 'deleted the schedule {target}', label: 'Schedule deleted' },
      'schedule.chat_channel_linked': {
        sentence: 'linked a channel to the schedule {target}',
        label: 'Channel linked',
      },
      'schedule.chat_channel_unlinked': {
        sentence: 'unlinked a channel from the schedule {target}',
        label: 'Channel unlinked',
      },
      'schedule.chat_user_group_attached': {
        sentence: 'attached a user group to the schedule {target}',
        label: 'User group attached',
      },
      'schedule.chat_user_group_renamed': {
        sentence: 'renamed the user group of the schedule {target}',
        label: 'User group renamed',
      },
      'schedule.chat_user_group_detached': {
        sentence: 'detached the user group from the schedule {target}',
        label: 'User group detached',
      },
    },
  },
  {
    noun: 'Overrides and cover',
    actions: {
      'override.created': { sentence: 'created an override in the schedule {schedule}', label: 'Override created' },
      'override.updated': { sentence: 'changed an override in the schedule {schedule}', label: 'Override changed' },
      'override.deleted': { sentence: 'removed an override from the schedule {schedule}', label: 'Override removed' },
      'coverage_request.created': { sentence: 'asked for cover', label: 'Cover asked for' },
      'coverage_request.accepted': { sentence: 'took over shifts of {user}', label: 'Cover accepted' },
      'coverage_request.expired': {
        sentence: 'closed a request for cover that nobody took in time',
        label: 'Cover expired',
      },
      'coverage_request.reopened': {
        sentence: 'opened a request for cover again, because {user} left',
        label: 'Cover open again',
      },
      'coverage_request.declined': { sentence: 'declined a request for cover', label: 'Cover declined' },
      'coverage_request.canceled': { sentence: 'canceled a request for cover', label: 'Cover canceled' },
    },
  },
  {
    noun: 'Teams',
    actions: {
      'team.created': { sentence: 'created the team {target}', label: 'Team created' },
      'team.updated': { sentence: 'changed the team {target}', label: 'Team changed' },
      'team.deleted': { sentence: 'deleted the team {target}', label: 'Team deleted' },
      'team.member_added': { sentence: 'added {user} to the team {target}', label: 'Member added' },
      'team.member_removed': { sentence: 'removed {user} from the team {target}', label: 'Member removed' },
    },
  },
  {
    noun: 'People',
    actions: {
      'user.created': { sentence: 'added {target}', label: 'Person added' },
      'user.invited': { sentence: 'sent {target} an invitation', label: 'Invitation sent' },
      'user.updated': { sentence: 'changed the profile of {target}', label: 'Person changed' },
      'user.deleted': { sentence: 'deactivated {target}', label: 'Person deactivated' },
      'user_holidays.updated': { sentence: 'changed the holidays of {target}', label: 'Holidays of a person changed' },
      'user.erased': { sentence: 'erased the data of {target}', label: 'Person erased' },
      'user.chat_id_found': { sentence: 'found {target} in the chat', label: 'Person found in the chat' },
      'user_settings.updated': { sentence: 'changed their settings', label: 'Settings changed' },
    },
  },
  {
    noun: 'Signing in and keys',
    actions: {
      'session.created': { sentence: 'signed in', label: 'Signed in' },
      'session.ended_everywhere': { sentence: 'signed out everywhere', label: 'Signed out everywhere' },
      'password.changed': { sentence: 'changed their password', label: 'Password changed' },
      'sign_in_link.created': { sentence: 'created a sign-in link for {target}', label: 'Sign-in link created' },
      'sign_in_link.used': { sentence: 'used their sign-in link', label: 'Sign-in link used' },
      'user.oidc_linked': {
        sentence: 'signed in with single sign-on for the first time',
        label: 'Single sign-on linked',
      },
      'user.oidc_unlinked': {
        sentence: 'unlinked an account of single sign-on from {target}',
        label: 'Single sign-on unlinked',
      },
      'user.oidc_refused': {
        sentence: 'refused another account of single sign-on with the email of {target}',
        label: 'Single sign-on refused',
      },
      'sign_in.failed': {
        sentence: 'refused a sign-in of {email}',
        shortly: 'refused a sign-in',
        label: 'Sign-in failed',
      },
      'sign_in.more_failures': {
        sentence: 'refused further sign-ins that are not listed here: see the log',
        label: 'More sign-ins failed',
      },
      'api_key.created': { sentence: 'created the API key {name}', label: 'API key created' },
      'calendar_feed.created': { sentence: 'created a calendar address', label: 'Calendar address created' },
      'calendar_feed.deleted': { sentence: 'deleted a calendar address', label: 'Calendar address deleted' },
      'time_off.created': { sentence: 'entered time off for {user_id}', label: 'Time off entered' },
      'time_off.updated': { sentence: 'changed the time off of {user_id}', label: 'Time off changed' },
      'time_off.deleted': { sentence: 'deleted the time off of {user_id}', label: 'Time off deleted' },
      'time_off.imported': { sentence: 'imported time off for {target} from a calendar', label: 'Time off imported' },
      'api_key.revoked': { sentence: 'revoked the API key {name}', label: 'API key revoked' },
    },
  },
  {
    noun: 'Organization',
    actions: {
      'organization.created': { sentence: 'set up the organization', label: 'Organization set up' },
      'organization.updated': { sentence: 'changed the organization', label: 'Organization changed' },
      'calendar_rules.updated': { sentence: 'changed holidays, nights or weekends', label: 'Calendar changed' },
      'webhook.created': { sentence: 'created the webhook {url}', label: 'Webhook created' },
      'webhook.updated': { sentence: 'changed the webhook {url}', label: 'Webhook changed' },
      'webhook.deleted': { sentence: 'deleted the webhook {url}', label: 'Webhook deleted' },
      'webhook.secret_rotated': {
        sentence: 'rotated the secret of the webhook {url}',
        label: 'Webhook secret rotated',
      },
      'webhook.tested': { sentence: 'sent a test to the webhook {url}', label: 'Webhook tested' },
      'delivery.retried': { sentence: 'sent a failed message again', label: 'Delivery retried' },
    },
  },
];

const AUDIT_ACTIONS = new Map(ACTION_GROUPS.flatMap(({ actions }) => Object.entries(actions)));

/** Falls back to the action's own name, so that an action without a sentence is still shown. */
export function wordsFor(action: string): ActionWords {
  return AUDIT_ACTIONS.get(action) ?? { sentence: `did ${action} to {target}`, label: action };
}
