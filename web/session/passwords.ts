import { useGet } from '../api/queries.ts';

/** Whether people sign in with passwords in this installation. */
export function useHasPasswords(): boolean {
  return useGet('/session/').data?.session.sign_in.password ?? true;
}
