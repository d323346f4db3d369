import { createTheme } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'indigo',
  // Dark enough for white text on it, in both schemes (WCAG AA).
  primaryShade: { light: 7, dark: 7 },
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.6rem' }, h2: { fontSize: '1.15rem' }, h3: { fontSize: '1rem' } },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // To place a list that nobody has opened makes the browser lay the page out before its time.
    Combobox: { defaultProps: { keepMounted: false } },
    Modal: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
      styles: { title: { fontWeight: 650, fontSize: '1.15rem' } },
    },
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
      // Below a title, it is too pale in the dark (WCAG AA).
      styles: { description: { color: 'var(--mantine-color-text)' } },
    },
    // In its own colour, the title of some alerts is too pale to be read (WCAG AA).
    Alert: { styles: { label: { color: 'var(--mantine-color-bright)' } } },
  },
});
