import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '../api/client.ts';
import { expectEndOfStream } from '../api/live.ts';

/** Ends this session, or all sessions of the reader, and loads a new page, so that nothing stays in memory. */
export function useSignOut(path: '/session/' | '/user/sessions/', onError?: (error: Error) => void) {
  return useMutation({
    mutationFn: () => unwrap(api.DELETE(path)),
    onMutate: () => expectEndOfStream(true),
    onSuccess: () => location.assign('/app/sign-in'),
    onError: (error) => {
      expectEndOfStream(false);
      onError?.(error);
    },
  });
}
