import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** The blue-green of the console; its shades pass WCAG 2.2 AA as text on white from the sixth on. */
const teal: MantineColorsTuple = [
  '#e6f7f5',
  '#d3ece9',
  '#a7d8d3',
  '#77c3bb',
  '#50b1a7',
  '#2f9389',
  '#0f766e',
  '#0c655e',
  '#07544e',
  '#02413d',
];

export const theme = createTheme({
  primaryColor: 'brand',
  colors: { brand: teal },
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close this message' } },
      styles: { description: { color: 'var(--mantine-color-text)' } },
    },
  },
});
