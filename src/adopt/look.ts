export const publicLanguages = ['en', 'de', 'fr', 'es'] as const;

export type PublicLanguage = (typeof publicLanguages)[number];

/** An image of the operator. */
export interface Logo {
  readonly type: string;
  readonly base64: string;
}

/** What an operator chooses about the look of the public page. */
export interface PublicPageLook {
  /** The name of the shelter; missing for the title of the page alone. */
  readonly name: string | undefined;
  /** As `#rrggbb`. */
  readonly color: string;
  readonly logo: Logo | undefined;
  /** Plain text; an empty line separates paragraphs. */
  readonly text: string | undefined;
  /** Those that visitors choose from; the first is for who prefers none of them. */
  readonly languages: readonly [PublicLanguage, ...PublicLanguage[]];
  /** An address that starts with `mailto:`, `tel:`, `https:` or `http:`. */
  readonly contact: string | undefined;
  /** Which sites may show the pages in a frame: origins, or `*`. */
  readonly frameOrigins: readonly string[];
}
