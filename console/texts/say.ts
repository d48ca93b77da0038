import { createElement, Fragment, type ReactNode } from 'react';

/** A sentence in which elements stand, such as the name of an animal. */
export function say(words: TemplateStringsArray, ...named: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...words.flatMap((text, place) => [text, named[place]]));
}

/** A piece of a sentence: words of the console, or what somebody has called something. */
export type Piece = string | { readonly name: string };
