/**
 * Components whose code is loaded when they are first drawn. React's `lazy` and `Suspense` are not used, because they show the fallback for at least
 * 300 ms, even if the code arrives after 20.
 */
import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react';

interface InItsPlace {
  /** Until it is loaded. */
  readonly fallback?: ReactNode;
  /** If it cannot be loaded. Without this, the error is thrown. */
  readonly missing?: ReactNode;
}

interface State<Props> {
  readonly component?: ComponentType<Props>;
  readonly error?: unknown;
}

export function loaded<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  usualFallback: ReactNode = null,
): ComponentType<Props & InItsPlace> {
  let state: State<Props> = {};
  let loading: Promise<void> | undefined;

  function start(): Promise<void> {
    loading ??= load().then(
      (component) => {
        state = { component };
      },
      (error: unknown) => {
        state = { error };
      },
    );
    return loading;
  }

  function subscribe(onChange: () => void): () => void {
    let isSubscribed = true;
    void start().then(() => isSubscribed && onChange());
    return () => {
      isSubscribed = false;
    };
  }

  return function Loaded({ fallback = usualFallback, missing, ...props }) {
    const { component: Component, error } = useSyncExternalStore(subscribe, () => state);
    if (Component !== undefined) return <Component {...(props as unknown as Props)} />;
    if (error === undefined) {
      // `subscribe` would start it too, but only after the whole page is drawn.
      void start();
      return fallback;
    }
    if (missing === undefined) throw error;
    return missing;
  };
}
