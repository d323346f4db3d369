/**
 * Every failure that a caller may see, in one catalogue: its code, its status, what it says when nobody says more,
 * and what the documentation says about it. `docs/errors.md` is generated from here.
 *
 * Code throws `AppError(code, message)`; only the HTTP error handler turns that into an answer.
 */

import { asSingleLine } from './harmless-text.ts';

interface CatalogueEntry {
  readonly status: number;
  /** The message when the place that throws has nothing more precise to say. */
  readonly message: string;
  /** For the documentation: when it happens and what to do. */
  readonly help: string;
}

export const ERRORS = {
  bad_request: {
    status: 400,
    message: 'The request could not be understood.',
    help: 'The request does not parse, or does not fit the schema: broken JSON, a missing or unknown field, a value of the wrong type or outside its limits, an unknown `x-api-version`. The message names the field and the rule.',
  },
  unauthorized: {
    status: 401,
    message: 'A valid API key is required in the x-api-key header.',
    help: 'There is no API key, or it is unknown, expired or revoked, and no session that is still going on. The answer is the same for all of them. Keys are made in the web application and with the command line: `keys create`. When signing in: the email or the password is wrong.',
  },
  forbidden: {
    status: 403,
    message: 'You have no permission for this action.',
    help: 'It is known who asks, but they may not do this, or not in this way: some things need a session, and what is done with a session has to come from a page of the service. The message says what would be needed.',
  },
  not_found: {
    status: 404,
    message: 'There is no such resource.',
    help: 'The path, or something that the body refers to, does not exist in your organization. The message names it.',
  },
  request_timeout: {
    status: 408,
    message: 'The request did not arrive in time.',
    help: 'A request has to arrive as a whole within 30 seconds, or what `WATCHBILL_REQUEST_SECONDS` says. The connection is closed.',
  },
  idempotency_key_in_use: {
    status: 409,
    message: 'The first request with this idempotency key is still being carried out: send it again later.',
    help: 'A request with the same `Idempotency-Key` has begun and has no answer yet. Send the same request again after the seconds in `retry-after`: it then gets the answer of the first one. If the service died in between, it is carried out anew, after 30 seconds at most.',
  },
  precondition_failed: {
    status: 412,
    message: 'It has changed since you read it: read it again, and send the change with its new ETag in if-match.',
    help: 'The header `if-match` names none of the current entity tags of what is to be changed, so nothing was changed. Read it again, and decide whether the change still makes sense; without `if-match` it is made whatever the tag is.',
  },
  payload_too_large: {
    status: 413,
    message: 'The body is too large.',
    help: 'Bodies may have up to 1 MiB; without a key or session, up to 16 KiB.',
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
    message: 'This idempotency key was used for another request: take a new key for each request.',
    help: 'Within a day, the same `Idempotency-Key` came with another body or another path. A key stands for one request; only a retry of that request may use it again.',
  },
  duplicate_team_name: {
    status: 422,
    message: 'A team with this name exists already.',
    help: 'Team names are unique in an organization; case does not count.',
  },
  coverage_request_not_pending: {
    status: 422,
    message: 'The coverage request is no longer pending.',
    help: 'It was accepted, canceled or has expired in the meantime. Read it again to see which.',
  },
  coverage_request_self_owned: {
    status: 422,
    message: 'You cannot accept your own coverage request.',
    help: 'Someone else has to take it. To withdraw it, cancel it.',
  },
  too_many_shifts_in_coverage_request: {
    status: 422,
    message: 'The coverage request holds more than 500 shifts.',
    help: 'Ask for a shorter interval, or for fewer schedules.',
  },
  override_already_finished: {
    status: 422,
    message: 'The override has finished and cannot be changed or deleted.',
    help: 'What is past stays in the shift history. Overrides that are running or still to come can be changed and deleted.',
  },
  revision_not_planned: {
    status: 422,
    message: 'The revision is not planned.',
    help: 'Only a revision that comes into force later can be canceled or replaced. This one is in force, past, canceled, or was replaced by a later one. Read the revisions of the schedule again.',
  },
  schedule_broken: {
    status: 422,
    message: 'The shifts of the schedule cannot be computed.',
    help: 'The server does not know the time zone of the schedule, or what is stored of the schedule cannot be read. The message says which. Nobody knows who is on call in it; all other schedules work. A broken schedule can be deleted. See "Broken schedules" in the operations manual.',
  },
  chat_group_only_available_for_paid_teams: {
    status: 422,
    message: 'User groups need a paid plan of the chat.',
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
    help: 'The rate limit is used up, too many attempts to sign in have failed, or an address has too many requests open without a key or session. Wait for the number of seconds in the header `retry-after`.',
  },
  internal_server_error: {
    status: 500,
    message: 'Something went wrong on our side.',
    help: 'A fault of the service. The answer carries a request id in the header `x-request-id`; the log has the details under it.',
  },
  chat_unavailable: {
    status: 502,
    message: 'The chat did not answer as expected.',
    help: 'The chat service is down or slow. Send the same request again: it completes what this one left undone.',
  },
  service_unavailable: {
    status: 503,
    message: 'The service is not available at the moment.',
    help: 'The service is starting, stopping, or cannot reach its database. Try again after the seconds in `retry-after`.',
  },
} as const satisfies Record<string, CatalogueEntry>;

/** As much of a given text as helps to find it again in what was sent. */
const MAX_QUOTED_LENGTH = 60;

export type ErrorCode = keyof typeof ERRORS;

/** An expected failure. The message is shown to the caller: it says what was given and what is allowed, nothing inside. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  /** After how many seconds it makes sense to try again, where that is known. */
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

/** A text that somebody gave, for a message: in quotes, and cut where it is too long to be read. */
export function quoted(text: string): string {
  return asSingleLine(
    JSON.stringify(text.length <= MAX_QUOTED_LENGTH ? text : `${text.slice(0, MAX_QUOTED_LENGTH - 1)}…`),
  );
}
