/** The theme of the component library. Colours, shadows and shapes that CSS can set are in ui/style/tokens.css and ui/style/controls.css. */
import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

const accent: MantineColorsTuple = [
  '#eef4ff',
  '#dbe7ff',
  '#bcd1ff',
  '#93b4ff',
  '#6892fd',
  '#4575f5',
  '#2f5fe8',
  '#244dcb',
  '#203fa3',
  '#1f3781',
];

const gray: MantineColorsTuple = [
  '#f8f8fa',
  '#f1f1f4',
  '#e7e7ec',
  '#e0e0e7',
  '#d3d3dc',
  '#a9aab9',
  '#7f8093',
  '#5d5e6f',
  '#3a3b48',
  '#1b1b25',
];

const dark: MantineColorsTuple = [
  '#ededf2',
  '#c4c5d0',
  '#a0a1b1',
  '#70717f',
  '#2c2d36',
  '#24252d',
  '#1b1c23',
  '#14151a',
  '#0c0d11',
  '#08090c',
];

/** Buttons have the colour of text: other colours are reserved for people. */
const INK = 'ink';

/** The colours of badges and notices by meaning. */
const TONES: Readonly<Record<string, string>> = {
  accent: 'accent',
  teal: 'good',
  red: 'danger',
  orange: 'warning',
  yellow: 'warning',
};

const variantColorResolver: VariantColorsResolver = (input) => {
  if (input.variant === 'light' && input.color !== INK) return tinted(input.color);
  if (input.color !== INK) return defaultVariantColorsResolver(input);
  const isFilled = input.variant === 'filled';
  const isPlain = input.variant === 'subtle' || input.variant === 'transparent';
  return {
    background: isFilled ? 'var(--page-ink)' : isPlain ? 'transparent' : 'var(--page-hover)',
    hover: isFilled ? 'var(--page-ink-hover)' : 'var(--page-pressed)',
    color: isFilled ? 'var(--page-on-ink)' : 'var(--page-text)',
    border: '1px solid transparent',
    ...(input.variant === 'default' && {
      background: 'var(--mantine-color-default)',
      hover: 'var(--mantine-color-default-hover)',
      border: '1px solid var(--page-line-strong)',
    }),
  };
};

/** For a colour such as `teal` or `teal.9`. */
function tinted(color = 'accent'): ReturnType<VariantColorsResolver> {
  const tone = TONES[color.split('.')[0] ?? ''];
  const border = '1px solid transparent';
  if (tone === undefined) {
    return { background: 'var(--page-sunken)', hover: 'var(--page-pressed)', color: 'var(--page-quiet)', border };
  }
  return {
    background: `var(--page-${tone}-tint)`,
    hover: `var(--page-${tone}-line)`,
    color: `var(--page-${tone}-text)`,
    border,
  };
}

export const theme = createTheme({
  primaryColor: 'accent',
  // Dark enough for white text, in both schemes (WCAG AA).
  primaryShade: { light: 7, dark: 7 },
  colors: { accent, gray, dark },
  variantColorResolver,
  black: '#17171f',
  fontFamily: '"Geist Variable", "Geist Fallback", system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { color: INK } },
    Badge: { defaultProps: { radius: 'sm', variant: 'light' } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Paper: { defaultProps: { radius: 'lg' } },
    // Mounting closed lists would force an early layout of the page.
    Combobox: { defaultProps: { keepMounted: false } },
    Modal: { defaultProps: { radius: 'lg', closeButtonProps: { 'aria-label': 'Close' } } },
    Notification: { defaultProps: { radius: 'lg', closeButtonProps: { 'aria-label': 'Close' } } },
    Alert: { defaultProps: { radius: 'lg' } },
  },
});
