/**
 * The catalogue of all errors that a caller may see: code, status, default message and documentation. `docs/errors.md` is generated
 * from it.
 *
 * Code throws `AppError(code, message)`; only the HTTP error handler turns that into a response.
 */

import { asSingleLine } from './text/harmless-text.ts';

interface CatalogueEntry {
  readonly status: number;
  /** The default message, if the code that throws gives none. */
  readonly message: string;
  /** For the documentation: when the error occurs and what to do. */
  readonly help: string;
}

export const ERRORS = {
  bad_request: {
    status: 400,
    message: 'The request could not be understood.',
    help: 'The request cannot be parsed, or does not match the schema: invalid JSON, a missing or unknown field, a value of the wrong type or outside its limits, an unknown `x-api-version`. The message names the field and the rule.',
  },
  unauthorized: {
    status: 401,
    message: 'A valid API key is required in the x-api-key header.',
    help: 'The request has no valid API key (missing, unknown, expired or revoked) in `x-api-key` or `authorization: Bearer`, and no valid session. The response is the same in all cases. Create keys in the web application or on the command line: `keys create`. When signing in: the email or the password is wrong.',
  },
  forbidden: {
    status: 403,
    message: 'You have no permission for this action.',
    help: 'The caller is known but may not do this, or not in this way: some requests need a session, and changes with a session must come from a page of the service. The message says what is needed.',
  },
  not_found: {
    status: 404,
    message: 'There is no such resource.',
    help: 'The path, or something that the body refers to, does not exist in your organization. The message names it.',
  },
  method_not_allowed: {
    status: 405,
    message: 'The path does not take this method.',
    help: 'The path exists, but not with this method. The header `allow` lists the methods that it takes.',
  },
  request_timeout: {
    status: 408,
    message: 'The request did not arrive in time.',
    help: 'A whole request must arrive within `WATCHBILL_REQUEST_SECONDS` (30 seconds by default). The connection is closed.',
  },
  idempotency_key_in_use: {
    status: 409,
    message: 'The first request with this idempotency key is still running: send it again later.',
    help: 'A request with the same `Idempotency-Key` is still running. Send the same request again after the number of seconds in `retry-after`: it then gets the response of the first one. If the service died in the meantime, the request is carried out again, after 30 seconds at most.',
  },
  precondition_failed: {
    status: 412,
    message:
      'The resource has changed since you read it: read it again, and send the change with the new ETag in if-match.',
    help: 'The header `if-match` contains no current entity tag of the resource, or the resource exists in spite of `if-none-match: *`, so nothing was changed. Read the resource again, and decide whether the change still makes sense. Without these headers the change is always made.',
  },
  payload_too_large: {
    status: 413,
    message: 'The body is too large.',
    help: 'Bodies may have up to 64 KiB, and up to 1 MiB where many things are sent at once (schedules with their plans, many users, calendar files, parts of shifts); without a key or session, up to 16 KiB. The rest of a larger body is discarded for up to 5 s and 10 MB, so that the client can read this response; then the connection is closed.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'The body must be JSON, with content-type: application/json.',
    help: 'Send bodies as JSON, with the header `content-type: application/json`.',
  },
  unprocessable_entity: {
    status: 422,
    message: 'The request cannot be processed.',
    help: 'The request is well formed, but breaks a rule of the service. The message names the field, what was given and what is allowed.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This idempotency key was used for another request: use a new key for each request.',
    help: 'The same `Idempotency-Key` was sent with another body or another path within a day. A key identifies one request; only a retry of that request may use it again.',
  },
  answer_too_large: {
    status: 422,
    message: 'The answer would have more than 10,000,000 bytes.',
    help: 'An answer has at most 10,000,000 bytes. `GET /metrics/oncall` is streamed and may be larger, but the data behind it has at most 20,000,000 bytes. Pages are never shortened: the message names a `per_page` that fits, or the parameters that narrow the answer, such as `from` and `to`.',
  },
  duplicate_team_name: {
    status: 422,
    message: 'A team with this name already exists.',
    help: 'Team names are unique in an organization, regardless of case.',
  },
  duplicate_external_id: {
    status: 422,
    message: 'Something else has this external_id already.',
    help: 'An `external_id` names one team, one schedule and one webhook of an organization at most. Take another one, or remove it from the thing that has it.',
  },
  coverage_request_not_pending: {
    status: 422,
    message: 'The coverage request is no longer pending.',
    help: 'It was accepted, canceled or has expired in the meantime. Read it again to see which.',
  },
  coverage_request_self_owned: {
    status: 422,
    message: 'You cannot accept your own coverage request.',
    help: 'Somebody else has to accept it. To withdraw it, cancel it.',
  },
  shifts_not_available: {
    status: 422,
    message: 'The shifts cannot be taken: somebody else took them, or the requester is no longer on call then.',
    help: 'A part of a coverage request can be taken as long as it is in `remaining_shifts` and the requester is on call then. Read the request again, and choose from what remains.',
  },
  too_many_shifts_in_coverage_request: {
    status: 422,
    message: 'The coverage request has more than 500 shifts.',
    help: 'Ask for a shorter interval, or for fewer schedules.',
  },
  override_already_finished: {
    status: 422,
    message: 'The override has finished and cannot be changed or deleted.',
    help: 'Past shifts stay in the history. Running and future overrides can be changed and deleted.',
  },
  revision_not_planned: {
    status: 422,
    message: 'The revision is not planned.',
    help: 'Only a revision that comes into force in the future can be canceled or replaced. This one is in force, past, canceled, or replaced by a later one. Read the revisions of the schedule again.',
  },
  schedule_broken: {
    status: 422,
    message: 'The shifts of the schedule cannot be computed.',
    help: 'The server does not know the time zone of the schedule, or cannot read the stored schedule. The message says which. Who is on call in it is unknown; all other schedules work. A broken schedule can be deleted. See "Broken schedules" in the operations guide.',
  },
  too_much_work: {
    status: 422,
    message: 'The request is about too many shifts or people.',
    help: 'One request may compute 1,000,000 shifts and present 50,000 people. The message says what to ask for instead: a shorter interval, fewer schedules, or a smaller page. Reports of hours have no such limit for admins.',
  },
  too_many_turns: {
    status: 422,
    message: 'The schedules that you created have too many turns.',
    help: 'The schedules that one member created may have 100,000 turns a year together: hourly turns are 8,766 a year, daily ones 366. Longer turns fit, an admin may create the schedule, and schedules that are there already stay.',
  },
  chat_group_only_available_for_paid_teams: {
    status: 422,
    message: 'User groups need a paid plan in the chat.',
    help: 'The connected chat workspace is on a plan without user groups.',
  },
  chat_not_connected: {
    status: 422,
    message: 'No chat is connected.',
    help: 'Connect a chat workspace first: see `CHAT_PROVIDER` in the configuration.',
  },
  too_many_requests: {
    status: 429,
    message: 'Too many requests.',
    help: 'The rate limit is exceeded, too many sign-in attempts have failed, an address has too many open requests without a key or session, a user has too many expensive requests at work, or clients do not read large answers that were sent to them. Wait for the number of seconds in the header `retry-after`.',
  },
  internal_server_error: {
    status: 500,
    message: 'Something went wrong on our side.',
    help: 'A bug in the service. The response has a request id in the header `x-request-id`; the log has the details under that id.',
  },
  chat_unavailable: {
    status: 502,
    message: 'The chat did not respond as expected.',
    help: 'The chat service is down or slow. Send the same request again: it completes the rest.',
  },
  service_unavailable: {
    status: 503,
    message: 'The service is not available at the moment.',
    help: 'The service is starting, stopping, or cannot reach its database. Or this node is read-only, or has as many event streams as it takes. Try again after the number of seconds in `retry-after`.',
  },
} as const satisfies Record<string, CatalogueEntry>;

/** Long enough to find the text again in the request. */
const MAX_QUOTED_LENGTH = 60;

export type ErrorCode = keyof typeof ERRORS;

/** An expected failure. The caller sees the message: it says what was given and what is allowed, and no internals. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  /** Seconds after which a retry makes sense, if known. */
  readonly retryAfterS: number | undefined;

  constructor(
    code: ErrorCode,
    message: string = ERRORS[code].message,
    { retryAfterS, ...options }: ErrorOptions & { readonly retryAfterS?: number } = {},
  ) {
    super(message, options);
    this.code = code;
    this.retryAfterS = retryAfterS;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/**
 * A 503 that was planned: this node was told not to do such things, or it stops. It is neither an error in the log nor a failed request, so that it
 * raises no alarm.
 */
export class PlannedRefusal extends AppError {
  constructor(message: string, options: { readonly retryAfterS?: number } = {}) {
    super('service_unavailable', message, options);
  }
}

/** A text from the caller, for an error message: in quotes, and truncated if long. */
export function quoted(text: string): string {
  return asSingleLine(
    JSON.stringify(text.length <= MAX_QUOTED_LENGTH ? text : `${text.slice(0, MAX_QUOTED_LENGTH - 1)}…`),
  );
}
