import { type ComponentType, createElement, lazy, Suspense } from 'react';

/** A component that is loaded when it is first shown, after the texts of all such components (`page-texts.ts`). */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const { loadPageTexts } = await import('./page-texts.ts');
    await loadPageTexts();
    return { default: await load() };
  });
}

/** The same for a part of a page: nothing is shown in its place before. */
export function laterPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = later(load);
  return (props: Props) => createElement(Suspense, { fallback: null }, createElement(Part, props));
}
