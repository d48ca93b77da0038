import { defaultFacts, type PublicLanguage, type ShelterFacts } from '../../contract/shelter.ts';
import { factsOf } from '../access/shelter/model.ts';

/** What an operator has set of the look of the public page. */
export interface PublicPageSettings extends ShelterFacts {
  /** Which sites may show the pages in a frame: origins, or `*`. */
  readonly frameOrigins: readonly string[];
}

/** How the public page looks. */
export interface PublicPageLook extends PublicPageSettings {
  readonly color: string;
  readonly languages: readonly [PublicLanguage, ...PublicLanguage[]];
}

export function lookOf(stored: ShelterFacts, set: PublicPageSettings): PublicPageLook {
  const { color = defaultFacts.color, languages = [], ...facts } = factsOf(stored, set);
  const [first = defaultFacts.languages[0], ...others] = languages;
  return { ...facts, frameOrigins: set.frameOrigins, color, languages: [first, ...others] };
}
