import type { ConsolePath } from '../pages.ts';

/** Outlines in 24 units, drawn with lines of 1.75. */
const outlines: Record<ConsolePath, string> = {
  '/': 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  '/animals': 'M7 21c-2 0-3-1-3-3 0-3 4-7 8-7s8 4 8 7c0 2-1 3-3 3-2 0-3-1-5-1s-3 1-5 1zM4 9v2M9 4v3M15 4v3M20 9v2',
  '/orders': 'M6 3h12v18l-6-5-6 5z',
  '/inquiries': 'M4 5h16v11H10l-5 4v-4H4z',
  '/figures': 'M4 20V10h4v10m2 0V4h4v16m2 0v-7h4v7M2 20h20',
  '/import': 'M12 3v12m-5-5 5 5 5-5M4 17v4h16v-4',
  '/categories': 'M4 4h7v7H4zm9 0h7v7h-7zm-9 9h7v7H4zm9 0h7v7h-7z',
  '/people': 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-7 10c0-4 3-7 7-7s7 3 7 7M16 4a4 4 0 0 1 0 7m3 4c2 1 3 3 3 6',
  '/keys': 'M8 20a5 5 0 1 0 0-10 5 5 0 0 0 0 10zm4-8 8-8m-3 3 3 3m-6 0 2 2',
  '/shelter': 'M3 11l9-8 9 8M5 9v12h14V9M9 21v-5a3 3 0 0 1 6 0v5',
  '/webhooks': 'M4 12h10m-4-5 5 5-5 5M14 4h6v16h-6',
};

export function PageIcon({ path }: { path: ConsolePath }) {
  return (
    <svg width={18} height={18} viewBox="0 0 24 24" aria-hidden fill="none" stroke="currentColor" strokeWidth={1.75}>
      <path d={outlines[path]} strokeLinejoin="round" strokeLinecap="round" />
    </svg>
  );
}
