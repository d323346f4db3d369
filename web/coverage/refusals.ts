/** Why a request for cover could not be answered, for the page: the messages of the API name ids and fields. */
import { ApiProblem } from '../api/client.ts';

const WORDS: Readonly<Record<string, string>> = {
  coverage_request_not_pending: 'This request is no longer open.',
  coverage_request_self_owned: 'This is your own request.',
  shifts_not_available:
    'Somebody else took one of these shifts, or it was moved to somebody else. Choose again from what is left.',
};

export function refusalInWords(error: Error | null): Error | null {
  const words = error instanceof ApiProblem ? WORDS[error.code] : undefined;
  return words === undefined ? error : new Error(words);
}
