export const publicLanguages = ['en', 'de', 'fr', 'es'] as const;

export type PublicLanguage = (typeof publicLanguages)[number];

/** Where the files of the console are, and the logo. */
export const assetFolder = '/console';

export interface Logo {
  /** Its media type. */
  readonly type: string;
  readonly base64: string;
}

/** What a shelter says of itself. */
export interface ShelterFacts {
  readonly name?: string;
  /** Its address, as people write it. */
  readonly place?: string;
  /** In degrees (WGS 84). */
  readonly coordinates?: { readonly latitude: number; readonly longitude: number };
  /** An address that starts with `mailto:`, `tel:`, `https:` or `http:`. */
  readonly contact?: string;
  /** Plain text, as `text`. */
  readonly hours?: string;
  /** The introduction of the public page: plain text, in which an empty line separates paragraphs. */
  readonly text?: string;
  /** The accent color, as `#rrggbb`. */
  readonly color?: string;
  readonly logo?: Logo;
  /** Those of the public page that visitors choose from; the first is for who prefers none of them. */
  readonly languages?: readonly PublicLanguage[];
  /** Of amounts without one (ISO 4217). */
  readonly currency?: string;
}

/** Where neither the operator nor anybody else has said it. */
export const defaultFacts = { color: '#0f766e', languages: ['en'] } as const satisfies ShelterFacts;

/** The most characters of a text. */
export const factLengths = { name: 100, place: 200, contact: 200, hours: 500, text: 2_000 } as const;

/** Of a logo that is sent to the interface, in a body with other fields. */
export const maxLogoBytes = 32 * 1_024;

/** A web address, an e-mail address or a telephone number as the address of a link; `undefined` for other texts. */
export function contactAddress(text: string): string | undefined {
  if (/^https?:\/\//.test(text)) return URL.canParse(text) ? new URL(text).href : undefined;
  const plain = text.replace(/^(?:mailto|tel):/, '');
  if (/^[^\s@:/?#<>"]+@[^\s@:/?#<>"]+$/.test(plain)) return `mailto:${plain}`;
  return /^\+?[0-9][0-9 ()/.-]{2,30}$/.test(plain) ? `tel:${plain.replace(/[^0-9+]/g, '')}` : undefined;
}
