import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { accentFor } from './color.ts';
import styleSheet from './style.css' with { type: 'text' };

/** The backgrounds of the style sheet, those of the light scheme first. */
const backgrounds = ['page', 'surface', 'shade'].map((name) =>
  [...styleSheet.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6})`, 'g'))].map(([, color = '']) => color),
);

/** The contrast ratio of two colors (WCAG 2.2). */
function contrastOf(...colors: [string, string]): number {
  const [darker = 0, lighter = 0] = colors
    .map((color) => {
      const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
        const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .toSorted((one, other) => one - other);
  return (lighter + 0.05) / (darker + 0.05);
}

test('text in any accent color is readable on all backgrounds of both schemes, and so is text on it', () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(color, (chosen) => {
      for (const [index, scheme] of (['light', 'dark'] as const).entries()) {
        const { accent, onAccent } = accentFor(chosen, scheme);
        expect(contrastOf(accent, onAccent)).toBeGreaterThanOrEqual(4.5);
        for (const variants of backgrounds) {
          expect(contrastOf(accent, variants[index] ?? '')).toBeGreaterThanOrEqual(4.5);
        }
      }
    }),
  );
});

test('a color that is readable is kept, and others keep their hue', () => {
  expect(accentFor('#0f766e', 'light')).toEqual({ accent: '#0f766e', onAccent: '#ffffff' });
  expect(accentFor('#fbbf24', 'dark')).toEqual({ accent: '#fbbf24', onAccent: '#000000' });
});
