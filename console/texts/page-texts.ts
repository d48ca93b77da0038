import { en, type PageTexts } from './pages-en.ts';
import { isGerman } from './texts.ts';

/** What is said by components that `later` loads. The list of animals, which comes first, needs none of it. */
export let pageTexts: PageTexts = en;

export async function loadPageTexts(): Promise<void> {
  if (isGerman) ({ de: pageTexts } = await import('./pages-de.ts'));
}
