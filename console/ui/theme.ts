import { createTheme, type MantineColorsTuple } from '@mantine/core';
import { darkAccent, lightAccent } from '../lib/environment.ts';
import { texts } from '../texts/texts.ts';

/** Shades of the shelter's color. Text in the seventh, and white text on it, passes WCAG 2.2 AA; in the dark scheme text has the fifth. */
const brand: MantineColorsTuple = [
  mix(lightAccent, '#ffffff', 0.9),
  mix(lightAccent, '#ffffff', 0.8),
  mix(lightAccent, '#ffffff', 0.62),
  mix(lightAccent, '#ffffff', 0.44),
  darkAccent,
  mix(lightAccent, '#ffffff', 0.14),
  lightAccent,
  mix(lightAccent, '#000000', 0.1),
  mix(lightAccent, '#000000', 0.3),
  mix(lightAccent, '#000000', 0.45),
];

/** Below fields Mantine has a fifth size. */
const small = { fontSize: 'var(--mantine-font-size-sm)' };
const smallNotes = { styles: { description: small, error: small } };

/** The warm greys of the dark scheme: text first, then borders, and from the seventh on surfaces. */
const dark: MantineColorsTuple = [
  '#e6e1da',
  '#c4beb5',
  '#8f8a82',
  '#6f6a63',
  '#47433e',
  '#3a3733',
  '#2b2926',
  '#161513',
  '#121110',
  '#0d0c0b',
];

export const theme = createTheme({
  primaryColor: 'brand',
  colors: { brand, dark },
  primaryShade: 6,
  defaultRadius: 'md',
  // Four sizes: what stands back, text, titles of parts, and the title of a page.
  fontSizes: { xs: '13px', sm: '13px', md: '15px', lg: '20px', xl: '20px' },
  headings: {
    sizes: {
      h2: { fontSize: '28px', lineHeight: '1.25' },
      h3: { fontSize: '20px', lineHeight: '1.3' },
      h4: { fontSize: '20px', lineHeight: '1.3' },
      h5: { fontSize: '15px', lineHeight: '1.4' },
    },
  },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    InputWrapper: smallNotes,
    Checkbox: smallNotes,
    Radio: smallNotes,
    Notification: {
      defaultProps: () => ({ closeButtonProps: { 'aria-label': texts.ui.closeMessage } }),
      styles: { description: { color: 'var(--mantine-color-text)' } },
    },
  },
});

/** A color with a share of another, both as `#rrggbb`. */
function mix(color: string, other: string, share: number): string {
  const part = (text: string, at: number) => Number.parseInt(text.slice(at, at + 2), 16);
  const parts = [1, 3, 5].map((at) => Math.round(part(color, at) * (1 - share) + part(other, at) * share));
  return `#${parts.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
}
