import { ageAt } from '../contract/age.ts';
import type { Animal, Source } from './listings.ts';
import type { Options } from './options.ts';

/** Cards are between 14 and 20 rem wide. */
const sizes = '(max-width: 30rem) 100vw, 20rem';
/** The width of the image that browsers without `srcset` show. */
const usualWidth = 640;

/** An element with attributes and children. Texts are never parsed as HTML. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  made.append(...children);
  return made;
}

/** The card of an animal, an entry of a list. */
export function createCard(animal: Animal, options: Options, now: number): HTMLLIElement {
  const { texts } = options;
  const { id, name, status, category, profile } = animal;
  const link = options.linkTo(id);
  const title = link === undefined ? name : element('a', { href: link }, name);
  const heading = element(`h${options.headingLevel}` as 'h3', {}, title);
  const facts = [
    profile.breed ?? profile.species ?? category.name,
    ageOf(profile, now, texts.lang),
    texts.sexes[profile.sex ?? ''],
  ].filter((fact) => fact !== undefined);
  const body = element('div', { class: 'body' }, heading);
  if (facts.length > 0) body.append(element('p', {}, facts.join(' · ')));
  const badge = texts.statuses[status];
  if (badge !== undefined) body.append(element('p', { class: 'badge' }, badge));
  // The focus goes here when the card is added and has no link.
  return element('li', { tabindex: -1 }, createPhoto(animal, texts.noPhoto), body);
}

/** In words, of which the number stays with its unit. */
function ageOf(
  { birthDate = '', birthDatePrecision = 'day' }: Animal['profile'],
  now: number,
  lang: string,
): string | undefined {
  const age = ageAt(new Date(now), new Date(birthDate), birthDatePrecision);
  if (age === undefined) return undefined;
  const format = new Intl.NumberFormat(lang, { style: 'unit', unit: age.unit, unitDisplay: 'long' });
  return format.format(age.count).replace(' ', '\u00a0');
}

function createPhoto({ photos: [photo] }: Animal, noPhoto: string): HTMLElement {
  if (photo === undefined) return element('div', { class: 'photo none' }, noPhoto);
  const [webp, others] = [
    photo.sources.filter(({ type }) => type === 'image/webp'),
    photo.sources.filter(({ type }) => type !== 'image/webp'),
  ];
  const usual = others.find(({ width }) => width >= usualWidth) ?? others.at(-1);
  const image = element('img', { alt: photo.alternativeText, loading: 'lazy', decoding: 'async', sizes });
  // Set as a property, which policies for inline styles allow.
  image.style.background = photo.color;
  // Heads are in the upper part.
  const { x, y } = photo.focalPoint ?? { x: 50, y: 20 };
  image.style.objectPosition = `${x}% ${y}%`;
  const picture = element('picture', { class: 'photo' });
  if (webp.length > 0) picture.append(element('source', { type: 'image/webp', srcset: srcsetOf(webp), sizes }));
  picture.append(image);
  if (usual !== undefined) {
    image.width = usual.width;
    image.height = usual.height;
    image.srcset = srcsetOf(others);
    image.src = usual.url;
  }
  return picture;
}

function srcsetOf(sources: readonly Source[]): string {
  return sources.map(({ url, width }) => `${url} ${width}w`).join(', ');
}
