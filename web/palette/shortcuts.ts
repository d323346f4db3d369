/** The keys that do something on every page, and whether single ones are wanted: a voice or a stuck finger can press them too. */
import { useEffect } from 'react';
import { useLocation } from 'wouter';

export type Opened = 'palette' | 'help';

/** After `g`. */
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

/** Kept in this browser. */
export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(SINGLE_KEYS_OFF);
  else localStorage.setItem(SINGLE_KEYS_OFF, '1');
}

/** Calls `open` for the keys that open something, and goes to the pages that have keys. */
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

/** Its keys are its own. */
function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

/** As this keyboard has it. */
export function commandKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
}
