import { createLanguage } from '../../../src/adopt/language.ts';
import type { PublicPageSettings } from '../../../src/adopt/look.ts';
import type { TestApp } from '../app.ts';

/** The look of a public page as an operator may choose it. */
export const publicPage: PublicPageSettings = {
  name: 'Aachen Animal Shelter',
  color: '#0f766e',
  text: 'We look after animals.\n\nVisit us on Saturdays.',
  languages: ['en'],
  contact: 'mailto:adopt@example.org',
  frameOrigins: [],
};

export const { messages } = createLanguage('en');

/** A page as its HTML tells. */
export interface ParsedPage {
  readonly status: number;
  readonly html: string;
  /** The ids of the animals in the list, in their order. */
  readonly ids: readonly number[];
  /** The address of the next page. */
  readonly next: string | undefined;
  /** The objects of schema.org. */
  readonly data: readonly Record<string, unknown>[];
  /** The contents of `<meta>` by name or property. */
  readonly meta: Readonly<Record<string, string>>;
  /** The target of a `<link>`. */
  link(rel: string): string | undefined;
}

/** Opens a page without a key, as a browser does. */
export async function openPage({ fetch }: Pick<TestApp, 'fetch'>, path: string): Promise<ParsedPage> {
  const response = await fetch(path, { headers: { Authorization: '' } });
  return await parsePage(response, path);
}

async function parsePage(response: Response, path: string): Promise<ParsedPage> {
  const html = await response.text();
  const ids: number[] = [];
  const data: string[] = [];
  const meta: Record<string, string> = {};
  const links: Record<string, string> = {};
  let next: string | undefined;
  const base = `http://petstore.test${path}`;
  const rewriter = new HTMLRewriter()
    .on('.card h3 a', {
      element: (element) => void ids.push(Number(/(\d+)(?:\?|$)/.exec(element.getAttribute('href') ?? '')?.[1])),
    })
    .on('a[rel=next]', {
      element(element) {
        next = pathOf(element.getAttribute('href') ?? '', base);
      },
    })
    .on('meta', {
      element(element) {
        const name = element.getAttribute('name') ?? element.getAttribute('property');
        if (name !== null) meta[name] = decode(element.getAttribute('content') ?? '');
      },
    })
    .on('link', {
      element(element) {
        links[element.getAttribute('rel') ?? ''] = element.getAttribute('href') ?? '';
      },
    })
    .on('script', {
      element: () => void data.push(''),
      text: ({ text }) => void data.push(`${data.pop()}${text}`),
    });
  rewriter.transform(html);
  const parsed = data.map((text): Record<string, unknown> => JSON.parse(text));
  return { status: response.status, html, ids, next, data: parsed, meta, link: (rel) => links[rel] };
}

/** Follows the links to next pages. At most 100, in case they do not end. */
export async function walkPages(service: Pick<TestApp, 'fetch'>, path: string): Promise<ParsedPage[]> {
  const pages: ParsedPage[] = [];
  for (let next: string | undefined = path; next !== undefined && pages.length < 100; ) {
    const page: ParsedPage = await openPage(service, next);
    pages.push(page);
    next = page.next;
  }
  return pages;
}

function pathOf(href: string, base: string): string {
  const { pathname, search } = new URL(decode(href), base);
  return pathname + search;
}

function decode(text: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
  return text.replaceAll(/&([#\w]+);/g, (_, name: string) => entities[name] ?? name);
}
