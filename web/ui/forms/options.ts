/** The options in the open list of a search box. */

export function optionsOf(input: HTMLInputElement | null): HTMLElement[] {
  const list = document.getElementById(input?.getAttribute('aria-controls') ?? '');
  return [...(list?.querySelectorAll<HTMLElement>('[data-combobox-option]:not([data-combobox-disabled])') ?? [])];
}

export function highlightedOf(input: HTMLInputElement | null): HTMLElement | undefined {
  return optionsOf(input).find((option) => option.hasAttribute('data-combobox-selected'));
}

/** Tells screen readers the highlighted option. Mantine does so only after an arrow key. */
export function nameHighlighted(input: HTMLInputElement | null): void {
  const option = highlightedOf(input);
  if (option !== undefined) input?.setAttribute('aria-activedescendant', option.id);
}
