import { cut } from '../lib/visible-text.ts';
import type { Assets } from './assets.ts';
import { type HtmlContent, html, type Markup, raw, scriptJson } from './html.ts';
import { type Language, messagesOf } from './language.ts';
import { keptIn, langIn, type PublicQuery, printPublicQuery, withQuery } from './list/list-query.ts';
import type { PublicPageLook } from './look.ts';

/** The path of the list of animals. All other pages are below it. */
export const homePath = '/adopt';
/** The feed of the list. */
export const feedName = 'feed.atom';

/** What all pages have in common. */
export interface PublicSite {
  readonly look: PublicPageLook;
  readonly language: Language;
  readonly assets: Assets;
  /** The public address of the service. */
  readonly origin: string;
}

export interface PreviewImage {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly alternativeText: string;
}

/** A page, without what it shares with others. */
export interface AdoptPage {
  /** The path below the origin that search engines should know it by. */
  readonly path: string;
  /** The list to which it leads back, with what a visitor has remembered. */
  readonly from?: PublicQuery;
  /** How to get from its path to that of the service: a proxy may have removed a prefix. */
  readonly root: string;
  readonly title: string;
  /** The query of the feed of what the page shows; missing for that of all animals. */
  readonly feedQuery?: PublicQuery;
  readonly description: string;
  readonly isIndexed: boolean;
  readonly image?: PreviewImage | undefined;
  /** The kind of thing that a preview shows (Open Graph). */
  readonly type: 'website' | 'article';
  /** Objects of schema.org. */
  readonly data?: readonly object[];
  /** Rules of a style sheet, for this page alone. */
  readonly style: string;
  readonly content: HtmlContent;
}

/** The whole document. */
export function renderPage(site: PublicSite, page: AdoptPage): string {
  const { look, language, assets, origin } = site;
  const { messages } = language;
  const { root, title, description, style, content } = page;
  const home = `${root}adopt`;
  const { from = {} } = page;
  const feed = withQuery(`${home}/${feedName}`, { ...page.feedQuery, ...langIn(from) });
  const canonical = withQuery(`${origin}${page.path}`, from.lang === language.code ? langIn(from) : {});
  const name = look.name ?? messages.title;
  const favorites =
    from.keep !== undefined &&
    html`<a href="${withQuery(`${home}/favorites`, from)}">${messages.favorites} (${from.keep.length})</a>`;
  const contact = look.contact && html`<a href="${look.contact}">${messages.contact}</a>`;
  const visit =
    look.hours !== undefined && html`<div><strong>${messages.hours}</strong>${paragraphs(look.hours)}</div>`;
  const place = look.place !== undefined && html`<address>${look.place}</address>`;
  const logo = assets.logo === undefined ? paw : html`<img src="${home}/${assets.logo}" alt="">`;
  return html`<!doctype html>
<html lang="${language.code}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === name ? title : `${title} · ${name}`}</title>
<meta name="description" content="${description}">
${page.isIndexed ? html`<link rel="canonical" href="${canonical}">${renderAlternates(site, page)}` : html`<meta name="robots" content="noindex">`}
<link rel="icon" href="${assets.logo === undefined ? 'data:,' : `${home}/${assets.logo}`}">
<link rel="stylesheet" href="${home}/${assets.style}">
<link rel="alternate" type="application/atom+xml" title="${messages.feed}" href="${feed}">
<meta property="og:type" content="${page.type}">
<meta property="og:site_name" content="${name}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${canonical}">
<meta property="og:locale" content="${messages.locale}">
${page.image && preview(page.image)}
<meta name="twitter:card" content="${page.image === undefined ? 'summary' : 'summary_large_image'}">
${style !== '' && html`<style>${raw(style)}</style>`}
${page.data?.map((one) => html`<script type="application/ld+json">${scriptJson(one)}</script>`)}
</head>
<body>
<a class="skip" href="#content">${messages.skip}</a>
<header class="top"><div class="bar"><a class="brand" href="${withQuery(home, keptIn(from))}">${logo}<span><bdi>${name}</bdi></span></a><div class="links">${favorites}${contact}${renderLanguages(site, from)}</div></div></header>
<main id="content" tabindex="-1">
${content}
</main>
<footer>${visit}${place}${contact}<a href="${withQuery(`${home}/${feedName}`, langIn(from))}">${messages.feed}</a></footer>
</body>
</html>
`.text;
}

/** The addresses of the page in each language, and that of the visitor's own, for search engines. */
function renderAlternates({ look: { languages }, origin }: PublicSite, { path }: AdoptPage): Markup[] {
  const link = (hreflang: string, query: PublicQuery) =>
    html`<link rel="alternate" hreflang="${hreflang}" href="${withQuery(`${origin}${path}`, query)}">`;
  const each = languages.map((lang) => link(lang, { lang }));
  return languages.length > 1 ? [...each, link('x-default', {})] : [];
}

/** A menu of the languages. Each leads to the same page. */
function renderLanguages({ look: { languages }, language: { code, messages } }: PublicSite, from: PublicQuery) {
  if (languages.length === 1) return undefined;
  const links = languages.map((lang) => {
    const isShown = lang === code && html` aria-current="true"`;
    return html`<li><a lang="${lang}" hreflang="${lang}" href="?${printPublicQuery({ ...from, lang })}"${isShown}>${messagesOf[lang].languageName}</a></li>`;
  });
  return html`<details class="languages"><summary><span class="hidden">${messages.language}: </span>${messages.languageName}</summary><ul>${links}</ul></details>`;
}

function preview({ url, width, height, alternativeText }: PreviewImage): Markup {
  return html`<meta property="og:image" content="${url}">
<meta property="og:image:width" content="${width}">
<meta property="og:image:height" content="${height}">
<meta property="og:image:alt" content="${alternativeText}">`;
}

/** A link to send an address to somebody. It needs no script. */
export function renderShare({ language: { messages } }: PublicSite, subject: string, address: string): Markup {
  const [title, body] = [subject, address].map((text) => encodeURIComponent(text.toWellFormed()));
  return html`<a class="button plain" href="mailto:?subject=${title}&amp;body=${body}">${messages.share}</a>`;
}

const maxDescription = 300;

/** A text as the description of a page has it: one line, not too long. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return cut(line, maxDescription);
}

/** Paragraphs, which empty lines separate, with their line breaks. */
export function paragraphs(text: string): Markup[] {
  const lines = (block: string) => block.split('\n').map((line, index) => html`${index > 0 && html`<br>`}${line}`);
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((block) => html`<p dir="auto">${lines(block.trim())}</p>`);
}

export const paw = html`<svg viewBox="0 0 64 64" aria-hidden="true"><ellipse cx="13" cy="28" rx="7" ry="9"/><ellipse cx="25" cy="14" rx="7" ry="10"/><ellipse cx="40" cy="14" rx="7" ry="10"/><ellipse cx="52" cy="28" rx="7" ry="9"/><path d="M32 30c9 0 19 11 19 20 0 6-4 8-9 8-4 0-6-2-10-2s-6 2-10 2c-5 0-9-2-9-8 0-9 10-20 19-20z"/></svg>`;
