import { expect, test } from 'bun:test';
import type { Listing } from '../../animals/listings/model.ts';
import type { Photo } from '../../animals/photos/model.ts';
import { createAssets } from '../assets.ts';
import { createLanguage } from '../language.ts';
import type { PublicSite } from '../page.ts';
import { pageText } from '../replies.ts';
import styleSheet from '../style.css' with { type: 'text' };
import { type ListContent, listPage } from './list-page.ts';

const look = {
  name: 'Aachen Animal Shelter',
  color: '#0f766e',
  text: 'We look after animals. '.repeat(80),
  languages: ['en'],
  frameOrigins: [],
} as const;
const site: PublicSite = {
  look,
  language: createLanguage('en'),
  assets: createAssets(look),
  origin: 'https://petstore.example.org',
};

function photoAt(index: number): Photo {
  return {
    id: BigInt(index),
    petId: 1n,
    position: 0n,
    mediaKey: new Bun.CryptoHasher('sha256').update(String(index)).digest('hex').slice(0, 48),
    alternativeText: `What is seen on the photo number ${index}`,
    width: 4_000n,
    height: 3_000n,
    color: `#${(index * 99_991).toString(16).padStart(6, '0').slice(0, 6)}`,
    placeholder: `data:image/webp;base64,${'A'.repeat(400)}`,
    createdAt: 0n,
  };
}

const listings = Array.from(
  { length: 20 },
  (_, index): Listing => ({
    id: 9_223_372_036_854_775_000n + BigInt(index),
    name: `A name that is longer than most ${index}`,
    category: { id: 1n, name: 'Cats' },
    status: index % 2 === 0 ? 'available' : 'pending',
    profile: {
      breed: 'Domestic Shorthair mixed with Siamese',
      birthDate: 18_000n,
      sex: 'female',
      location: 'Foster home in Aachen',
      description: 'Long. '.repeat(1_000),
    },
    photos: [0, 1, 2].map((number) => photoAt(index * 3 + number)),
  }),
);

const content: ListContent = {
  query: {},
  listings,
  next: 'c'.repeat(32),
  count: 1_000_000n,
  choices: {
    categories: Array.from({ length: 30 }, (_, id) => ({ id: BigInt(id), name: `Category ${id}` })),
    species: [],
    kinds: new Map(),
    sexes: ['female', 'male'],
    sizes: ['small', 'large'],
    ages: ['young'],
    goodWith: ['cats'],
  },
  statuses: ['available', 'pending'],
  today: 20_779n,
};

const htmlOf = (listed: ListContent) => pageText(site, listPage(site, listed)).text;

test('a first visit transfers less than 50 KB without photos, even uncompressed', () => {
  const html = htmlOf(content);
  expect(html.match(/<img /g)).toHaveLength(20);
  expect(Buffer.byteLength(html) + Buffer.byteLength(styleSheet)).toBeLessThan(50_000);
  const compressed = [html, styleSheet].map((text) => Bun.gzipSync(text).length);
  expect(compressed[0]).toBeLessThan(7_000);
  expect(compressed[1]).toBeLessThan(4_500);
});

test('every image has its size, so that nothing moves, and only those of the first row are loaded at once', () => {
  const images = htmlOf(content).match(/<img [^>]*>/g) ?? [];
  expect(images.filter((image) => !/ width="640" height="480" alt="[^"]+"/.test(image))).toEqual([]);
  expect(images.map((image) => image.includes('loading="lazy"'))).toEqual(listings.map((_, index) => index >= 4));
  expect(images.map((image) => image.includes('fetchpriority="high"'))).toEqual(
    listings.map((_, index) => index === 0),
  );
});

test('the color of each photo is in the rules of the page', () => {
  const html = htmlOf(content);
  const [, rules = ''] = /<style>([^<]*)<\/style>/.exec(html) ?? [];
  const classes = [...html.matchAll(/class="(c[0-9a-f]{6})"/g)].map(([, name = '']) => name);
  expect(classes).toHaveLength(20);
  for (const name of classes) expect(rules).toContain(`.${name}{background:#${name.slice(1)}}`);
});

test('what must be seen of a photo is in the rules of the page, too', () => {
  const [first] = listings;
  const photos = [{ ...photoAt(0), focalX: 40n, focalY: 25n }];
  const html = htmlOf({ ...content, listings: first === undefined ? [] : [{ ...first, photos }] });
  expect(html).toContain('class="c000000 f40-25"');
  expect(html).toContain('img.f40-25{object-position:40% 25%}');
});

test('a list that was searched or filtered says how many animals match, or at least how many where there are further pages', () => {
  const found = { ...content, query: { q: 'a' }, next: undefined };
  expect(htmlOf(found)).toContain('20 animals match.');
  expect(htmlOf({ ...found, listings: listings.slice(0, 1) })).toContain('1 animal matches.');
  expect(htmlOf({ ...found, next: content.next })).toContain('>At least 20 animals match.');
  for (const unknown of [{ query: { q: 'a', cursor: 'c' } }, { listings: [] }]) {
    expect(htmlOf({ ...found, ...unknown })).not.toMatch(/\d animals? match/);
  }
});

test.each([
  [1n, 'Cats'],
  [7n, 'Category 7'],
])('the filter for category %d, which visitors cannot choose, is called %s', (categoryId, label) => {
  const choices = { ...content.choices, categories: [] };
  expect(htmlOf({ ...content, choices, query: { categoryId } })).toContain(`aria-label="Remove the filter ${label}"`);
});

test('a filter of which visitors can choose nothing is not there', () => {
  const choices = { ...content.choices, ages: [], sexes: [], sizes: [], goodWith: [] };
  const fieldsOf = (html: string) => [
    ...html.matchAll(/<(?:select|fieldset|input type="checkbox") ?(?:name="(\w+)")?/g),
  ];
  const named = (listed: ListContent) => fieldsOf(htmlOf(listed)).map(([, name = 'group']) => name);
  expect(named(content)).toEqual(['categoryId', 'age', 'sex', 'size', 'status', 'sort', 'group', 'goodWith']);
  expect(named({ ...content, choices })).toEqual(['categoryId', 'status', 'sort']);
});
