import { findTexts, type Texts } from './texts.ts';

/** What a script of a page asks for. */
export interface Options {
  /** The address of the service, ending in a slash. */
  readonly base: string;
  readonly key: string;
  /** The query of the first page. */
  readonly query: string;
  /** How many cards are added at a time, if the attribute is a number. */
  readonly limit: number;
  readonly texts: Texts;
  readonly theme: 'light' | 'dark' | undefined;
  /** The level of the headings with the names. */
  readonly headingLevel: number;
  /** The selector of the element to show the list in. */
  readonly target: string | undefined;
  /** The address of an animal's page; `undefined` if it has none. */
  linkTo(id: string): string | undefined;
}

/** Attributes that are query parameters, with their defaults. The newest animals come first, as on the public page. */
const parameters = [
  ['status', 'status', ''],
  ['species', 'species', ''],
  ['category', 'categoryId', ''],
  ['tag', 'tag', ''],
  ['sort', 'sort', '-createdAt'],
] as const;
const defaultLimit = 12;

/** The part of a script element that is read. */
export interface Script {
  readonly src: string;
  readonly dataset: Readonly<Record<string, string | undefined>>;
  closest(selector: string): { readonly lang?: string } | null;
}

export function readOptions(script: Script, hasPublicPage: boolean): Options {
  const { dataset } = script;
  const base = new URL('.', script.src).href;
  const { key = '', limit = String(defaultLimit), lang, theme, target, link, heading = '' } = dataset;
  return {
    base,
    key: key.trim(),
    query: queryOf(dataset, limit),
    limit: Number(limit) || defaultLimit,
    texts: findTexts(lang ?? script.closest('[lang]')?.lang ?? ''),
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
    headingLevel: /^[2-6]$/.test(heading) ? Number(heading) : 3,
    target,
    linkTo: (id) => {
      const address = link ?? (hasPublicPage ? `${base}adopt/{id}` : '');
      return address === '' ? undefined : address.replaceAll('{id}', encodeURIComponent(id));
    },
  };
}

/** Values are passed on as they are: the service tells what is wrong with them. */
function queryOf(dataset: Script['dataset'], limit: string): string {
  const query = new URLSearchParams({ limit });
  for (const [attribute, parameter, byDefault] of parameters) {
    const value = dataset[attribute] || byDefault;
    if (value === '') continue;
    const values = attribute === 'tag' ? value.split(',').map((tag) => tag.trim()) : [value];
    for (const one of values) query.append(parameter, one);
  }
  return String(query);
}
