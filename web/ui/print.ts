/** Paper is white: while the page is printed, it has the light colours, whatever the screen has. */
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
