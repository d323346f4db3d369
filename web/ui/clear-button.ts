/** For the button that empties a field: it can be reached with the keyboard, and says what it does. */
export function clearButton(label: string) {
  return { 'aria-label': label, 'aria-hidden': false, tabIndex: 0 } as const;
}
