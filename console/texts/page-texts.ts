import { en, type PageTexts } from './pages-en.ts';
import { texts as first, isGerman } from './texts.ts';

/** All that components say that `later` loads: what pages say, and what is said at first. */
export let texts = withFirst(en);

export async function loadPageTexts(): Promise<void> {
  if (isGerman) texts = withFirst((await import('./pages-de.ts')).de);
}

function withFirst(pages: PageTexts) {
  const { ui, session, pets } = first;
  return {
    ...{ ...first, ...pages },
    ui: { ...ui, ...pages.ui },
    session: { ...session, ...pages.session },
    pets: { ...pets, ...pages.pets },
  };
}
