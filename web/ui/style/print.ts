/** Switches to the light scheme while the page is printed. */
const ATTRIBUTE = 'data-mantine-color-scheme';

export function printInLightColors(): void {
  const { documentElement: root } = document;
  let scheme: string | null = null;
  matchMedia('print').addEventListener('change', ({ matches: isPrinting }) => {
    if (isPrinting) {
      scheme = root.getAttribute(ATTRIBUTE);
      root.setAttribute(ATTRIBUTE, 'light');
    } else if (scheme !== null) root.setAttribute(ATTRIBUTE, scheme);
  });
}
