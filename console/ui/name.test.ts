import { expect, test } from 'bun:test';
import { isolated } from './name.tsx';

test('a text that could turn others round is kept apart, and every other one is as it was', () => {
  for (const text of ['Rex \u202eevil', 'שלום', 'قطة', '\u200fa', 'ފުޅު', 'ߒߞߏ', 'ࡌࡀࡍࡃࡀ'])
    expect(isolated(text)).toBe(`\u2068${text}\u2069`);
  for (const text of ['Rex', 'Zoë 🐕', '狗', 'Кошка', '']) expect(isolated(text)).toBe(text);
});
