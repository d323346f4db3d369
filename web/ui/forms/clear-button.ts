/** Props for the button that clears a field: reachable by keyboard, with a label. */
export function clearButton(label: string) {
  return { 'aria-label': label, 'aria-hidden': false, tabIndex: 0 } as const;
}
