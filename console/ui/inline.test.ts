import { expect, test } from 'bun:test';
import { isolated } from './inline.tsx';

test('isolates text that could change the direction of its surroundings, and leaves all other text unchanged', () => {
  for (const text of ['Rex \u202eevil', 'שלום', 'قطة', '\u200fa', 'ފުޅު', 'ߒߞߏ', 'ࡌࡀࡍࡃࡀ'])
    expect(isolated(text)).toBe(`\u2068${text}\u2069`);
  for (const text of ['Rex', 'Zoë 🐕', '狗', 'Кошка', '']) expect(isolated(text)).toBe(text);
});
