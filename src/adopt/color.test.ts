import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { accentFor, contrastOf } from './color.ts';
import styleSheet from './style.css' with { type: 'text' };

/** The backgrounds of the style sheet, those of the light scheme first. */
const backgrounds = ['page', 'surface', 'shade'].map((name) =>
  [...styleSheet.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6})`, 'g'))].map(([, color = '']) => color),
);

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
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 1);
});
