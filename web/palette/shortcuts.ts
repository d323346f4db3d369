/** Keyboard shortcuts on every page. Single keys can be switched off, since speech input or a slip of the hand can trigger them. */
import { useEffect } from 'react';
import { useLocation } from 'wouter';

export type Opened = 'palette' | 'help';

/** Pages reached by `g` and then this key. */
export const PLACES: Readonly<Record<string, { readonly to: string; readonly label: string }>> = {
  n: { to: '/', label: 'Now' },
  c: { to: '/coverage', label: 'Coverage' },
  t: { to: '/teams', label: 'Teams' },
  p: { to: '/people', label: 'People' },
  s: { to: '/settings', label: 'Settings' },
};

const SINGLE_KEYS_OFF = 'watchbill-single-keys-off';

export function hasSingleKeys(): boolean {
  return localStorage.getItem(SINGLE_KEYS_OFF) === null;
}

/** Stored in this browser. */
export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(SINGLE_KEYS_OFF);
  else localStorage.setItem(SINGLE_KEYS_OFF, '1');
}

/** Calls `open` for keys that open something, and goes to the pages that have keys. */
export function useShortcuts(open: (what: Opened) => void): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    let isAfterG = false;
    function onKey(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing || event.repeat || isDialogOpen()) return;
      const { key } = event;
      const place = isAfterG ? PLACES[key] : undefined;
      isAfterG = false;
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && key.toLowerCase() === 'k') {
        event.preventDefault();
        open('palette');
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || !hasSingleKeys() || isTyping(event.target)) return;
      if (place !== undefined) navigate(place.to);
      else if (key === '/') open('palette');
      else if (key === '?') open('help');
      else {
        isAfterG = key === 'g';
        return;
      }
      event.preventDefault();
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [open, navigate]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}

/** An open dialog handles its own keys. */
function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

/** The name of the command key on this keyboard. */
export function commandKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
}
