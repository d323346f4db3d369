import { useGet } from '../api/queries.ts';

/** Whether people sign in with passwords here. */
export function useHasPasswords(): boolean {
  return useGet('/session/').data?.session.sign_in.password ?? true;
}
