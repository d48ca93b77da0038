import { afterAll, expect, test } from 'bun:test';
import { findParts } from '../../../src/adopt/sitemap.ts';
import { fieldsOf, internalFields } from '../../../src/record/shapes/profile-model.ts';
import { origin, startApp } from '../../support/app.ts';
import { messages, openPage, publicPage, walkPages } from '../../support/browser/public-page.ts';
import { makePng } from '../../support/data/images.ts';
import { bodyOf, type ListingBody, type PetBody } from '../../support/http/body.ts';
import { readPages } from '../../support/http/pages.ts';

// On one engine: tests/store/lists/public-list.test.ts and tests/contract/animals/listings.test.ts list animals on each.
const service = await startApp({ publicPage });
afterAll(() => service.close());

const send = (method: string, path: string, body: unknown) => service.send(method, `/v1${path}`, body);
const add = async (body: object) => await bodyOf<PetBody>(await send('POST', '/listings', body));
const remove = (id: number) => service.fetch(`/v1/pets/${id}`, { method: 'DELETE' });
const open = (path: string) => openPage(service, path);

const statuses = ['available', 'pending', 'sold'];
const species = ['Cat', 'Dog'];
/** At the beginning of 2026 half a year or "1 year" old, and from 7 to 8 years. */
const births: Record<number, object> = {
  0: { birthDate: '2025-06-15', birthDatePrecision: 'year' },
  1: { birthDate: '2018-06-15', birthDatePrecision: 'month' },
  6: { birthDate: '2025-06-15' },
  7: { birthDate: '2018-06-15', birthDatePrecision: 'year' },
};
/** Those that the public may see, in the order of its list. */
const availableFirst = (listed: readonly ListingBody[]): ListingBody[] =>
  ['available', 'pending'].flatMap((wanted) => listed.filter(({ status }) => status === wanted));

await send('PUT', '/categories/1', { name: 'Cats & more' });
await send('PUT', '/categories/2', { name: 'Dogs' });
for (let index = 0; index < 75; index++) {
  const profile = {
    species: species[index % 2],
    ...(index % 4 === 0 && { sex: 'female', goodWith: { children: true, cats: index % 8 === 0 } }),
    ...(index % 5 === 0 && { tags: ['calm'], size: 'small' }),
    ...(statuses[index % 3] === 'sold' && { size: 'large' }),
    ...births[index % 12],
    ...(index === 3 && { description: 'Lived with a puppy.' }),
  };
  service.now += 1_000;
  await add({ name: `Pet ${(index * 7) % 75}`, categoryId: 1 + (index % 2), status: statuses[index % 3], profile });
}
const listed = await readPages<ListingBody>(service.fetch, '/v1/listings?limit=100');
const all = listed.filter(({ status }) => status !== 'sold');

test('the list has every animal that the public may see once, available ones first, newest first, page by page', async () => {
  const pages = await walkPages(service, '/adopt');
  expect(pages.map(({ ids }) => ids.length)).toEqual([20, 20, 10]);
  expect(pages.flatMap(({ ids }) => ids)).toEqual(availableFirst(all.toReversed()).map(({ id }) => id));
  expect(pages[0]?.html).toContain(messages.animals(50n, '50'));
});

test.each([
  'categoryId=2',
  'species=Cat',
  'sex=female',
  'size=small&sex=female',
  'goodWith=children&goodWith=cats',
  'tag=calm',
  'q=pet+12',
  'q=zebra',
  'q=👍',
])('%s shows the same animals as the API', async (query) => {
  const expected = await readPages<ListingBody>(service.fetch, `/v1/listings?limit=100&${query}`);
  const ids = availableFirst(expected.toReversed()).map(({ id }) => id);
  const pages = await walkPages(service, `/adopt?utm_source=x&${query}`);
  expect(pages.flatMap((page) => page.ids)).toEqual(ids);
  expect(new Set(pages.map(({ meta }) => meta['robots']))).toEqual(new Set(['noindex']));
  if (ids.length === 0) expect(pages[0]?.html).toContain(messages.noneMatch);
});

test.each<[query: string, isWanted: (index: number) => boolean]>([
  ['age=young', (index) => index % 12 === 6],
  ['age=adult', (index) => index % 12 < 2],
  ['age=senior', (index) => index % 12 === 7],
  ['q=DOGS', (index) => index % 2 === 1],
  ['q=calm+Katze', (index) => index % 10 === 0],
  ['q=kittens', (index) => index % 12 === 6],
  ['q=kitten&age=adult', (index) => index % 12 === 0],
  // There is none, so the word is looked for in texts.
  ['q=puppy', (index) => index === 3],
])('%s shows animals of that age and kind', async (query, isWanted) => {
  const found = (await walkPages(service, `/adopt?${query}`)).flatMap(({ ids }) => ids);
  const [{ id: first } = { id: 0 }] = all;
  const wanted = all.toReversed().filter(({ id }) => isWanted(id - first));
  expect(found).toEqual(availableFirst(wanted).map(({ id }) => id));
});

test('a status is shown alone if the public may see it, and others are ignored', async () => {
  const idsOf = async (query: string) => (await walkPages(service, `/adopt?${query}`)).flatMap(({ ids }) => ids);
  const pending = all.filter(({ status }) => status === 'pending').map(({ id }) => id);
  expect(await idsOf('status=pending&sort=id')).toEqual(pending);
  expect((await open('/adopt?status=sold')).ids).toEqual((await open('/adopt')).ids);
});

test('the list is sorted by name or by age in the list', async () => {
  const names = (pages: { html: string }[]) =>
    pages.flatMap(({ html }) => [...html.matchAll(/<bdi>(Pet \d+)<\/bdi>/g)].map(([, name]) => name));
  const sorted = all.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  expect(names(await walkPages(service, '/adopt?sort=name'))).toEqual(availableFirst(sorted).map(({ name }) => name));
  expect(names(await walkPages(service, '/adopt?sort=id'))).toEqual(availableFirst(all).map(({ name }) => name));
});

test('a cursor tells nothing, and a changed or foreign one leads to the first page', async () => {
  const { ids, next = '' } = await open('/adopt?sort=name');
  const cursor = new URLSearchParams(next.split('?')[1]).get('cursor') ?? '';
  // The last row that was read can be an animal that nobody may see.
  expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('pet');
  const second = await open(next);
  expect(second.ids.filter((id) => !ids.includes(id))).toHaveLength(20);
  for (const path of [`${next.slice(0, -1)}x`, next.replace('sort=name', 'sort=id'), '/adopt?cursor=abc']) {
    const { status, ids: shown, html } = await open(path);
    expect([status, shown.length, html.includes(messages.first)]).toEqual([200, 20, false]);
  }
});

test('the console learns which animals have a page', async () => {
  const html = await (await service.fetch('/animals')).text();
  expect(html).toContain('<meta name="petstore-public-page" content="available pending">');
});

test('visitors choose from categories that have animals', async () => {
  const { html } = await open('/adopt');
  expect(html).toContain('<option value="1">Cats &amp; more</option><option value="2">Dogs</option>');
  const { html: filtered } = await open('/adopt?categoryId=2&species=Dog&sex=female');
  expect(filtered).toContain('<option value="2" selected>Dogs</option>');
  expect(filtered).toContain('<input type="hidden" name="species" value="Dog">');
  expect(filtered).toContain(`href="adopt?categoryId=2&amp;sex=female" aria-label="${messages.removeFilter('Dog')}"`);
});

test('visitors choose from sexes, sizes and company that lead to animals, and from those of an address', async () => {
  const offered = async (path: string) => {
    const { html } = await open(path);
    const values = [...html.matchAll(/<option value="([a-z_]+)"/g), ...html.matchAll(/"goodWith" value="(\w+)"/g)];
    return values.flatMap(([, value = '']) => (['available', 'pending', 'id', 'name'].includes(value) ? [] : value));
  };
  expect(await offered('/adopt')).toEqual('young adult senior female small children cats'.split(' '));
  expect(await offered('/adopt?sex=male&size=large&goodWith=dogs&goodWith=cats')).toEqual(
    'young adult senior female male small large children cats dogs'.split(' '),
  );
});

test('the page of an animal has its profile, and nothing that is for staff', async () => {
  const texts = fieldsOf('text').filter((name) => name !== 'breed' && name !== 'species');
  const profile = {
    ...Object.fromEntries(texts.map((name) => [name, `Some ${name}`])),
    description: 'Calm.\nLikes <b>windows</b>.\n\nSecond paragraph.',
    breed: 'Persian',
    birthDate: '2023-12-31',
    fee: { amountMinor: 12_550, currency: 'EUR' },
    vaccinated: true,
    neutered: false,
    goodWith: { dogs: false },
    tags: ['old & wise'],
    videos: ['https://youtu.be/abc?t=1'],
    attributes: { chip: '276098' },
  };
  const { id } = await add({ name: 'Luna', categoryId: 1, profile });
  for (const [level, alternativeText] of [
    [10, 'Asleep'],
    [200, ''],
  ] as const) {
    const image = makePng(360, 280, () => [level, level, level]);
    const added = await service.post(`/v1/pets/${id}/photos`, image, { 'Content-Type': 'image/png' });
    const photo = await bodyOf<PetBody>(added);
    await send('PATCH', `/pets/${id}/photos/${photo.id}`, { alternativeText });
  }
  const { status, html, meta, data, link } = await open(`/adopt/${id}?species=Cat&sort=name&x=y`);
  expect(status).toBe(200);
  const facts = [messages.vaccinated, messages.not.neutered, messages.notGoodWith('Dogs')];
  for (const text of [
    '<bdi>Luna</bdi>',
    'Persian · 2\u00a0years',
    '€125.50',
    ...facts,
    'old &amp; wise',
    '>youtu.be</a>',
  ]) {
    expect(html).toContain(text);
  }
  expect(html).toContain(
    '<p dir="auto">Calm.<br>Likes &lt;b&gt;windows&lt;/b&gt;.</p><p dir="auto">Second paragraph.</p>',
  );
  const shown = new Set([...html.matchAll(/Some (\w+)/g)].map(([, name]) => name));
  const hidden: readonly string[] = ['description', ...internalFields];
  expect([...shown]).toEqual(texts.filter((name) => !hidden.includes(name)));
  expect(html).not.toContain('276098');
  expect(html).toContain('<a class="back" href="../adopt?species=Cat&amp;sort=name">');
  const alternatives = ['Asleep', messages.photoNumber(2, 'Luna')];
  expect([...html.matchAll(/alt="([^"]+)"/g)].map(([, text]) => text)).toEqual([...alternatives, ...alternatives]);
  expect(link('canonical')).toBe(`${origin}/adopt/${id}`);
  const [first] = await bodyOf<{ sources: { url: string }[] }[]>(await service.fetch(`/v1/pets/${id}/photos`));
  const largest = first?.sources.at(-1)?.url ?? '';
  expect(meta).toMatchObject({
    'og:title': 'Luna',
    'og:image': largest,
    'og:image:alt': 'Asleep',
    'twitter:card': 'summary_large_image',
  });
  const offer = { price: '125.50', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' };
  expect(data).toMatchObject([
    { '@type': 'Product', name: 'Luna', image: [largest, expect.stringContaining('/media/')], offers: offer },
    { '@type': 'BreadcrumbList' },
  ]);
  expect((await open('/adopt')).meta).toMatchObject({ 'og:image': largest });
  await remove(id);
});

test('animals are remembered in the address, which all links carry, and shown at an address of their own', async () => {
  const [first = 0, second = 0] = (await open('/adopt')).ids;
  const linkOf = (html: string, label: string) => {
    const [, href = ''] = new RegExp(`href="([^"]*)">${RegExp.escape(label)}</a>`).exec(html) ?? [];
    return href.replaceAll('&amp;', '&');
  };
  const { html: fresh } = await open(`/adopt/${first}?sort=name`);
  expect(linkOf(fresh, messages.remember)).toBe(`${first}?sort=name&keep=${first}`);
  const { html: kept, meta, link } = await open(`/adopt/${second}?sort=name&keep=${first}&keep=${second}`);
  expect(linkOf(kept, messages.forget)).toBe(`${second}?sort=name&keep=${first}`);
  expect(linkOf(kept, `${messages.favorites} (2)`)).toBe(`../adopt/favorites?sort=name&keep=${first}&keep=${second}`);
  expect([meta['robots'], link('canonical')]).toEqual([undefined, `${origin}/adopt/${second}`]);

  const list = await open(`/adopt?sex=female&q=calm&keep=${first}`);
  const inside = [...list.html.matchAll(/(?:href|action)="(adopt[^"]*)"/g)].map(([, href = '']) => href);
  const others = inside.filter((href) => !href.includes(`keep=${first}`));
  expect(others.map((href) => href.replace(/-\w+\.css/, ''))).toEqual([
    'adopt/style',
    'adopt/feed.atom?q=calm&amp;sex=female',
    'adopt',
    'adopt/feed.atom?q=calm&amp;sex=female',
    'adopt/feed.atom',
  ]);
  expect(list.html).toContain(`<input type="hidden" name="keep" value="${first}">`);
  const { next = '' } = await open(`/adopt?keep=${first}`);
  expect((await open(next.replace(`keep=${first}`, `keep=${second}`))).html).toContain(messages.first);

  const { id: gone } = await add({ name: 'Gone', categoryId: 1, status: 'sold' });
  const favorites = await open(`/adopt/favorites?keep=${second}&keep=${gone}&keep=${first}&keep=x&keep=${second}`);
  expect([favorites.ids, favorites.meta['robots']]).toEqual([[second, first], 'noindex']);
  expect(favorites.html).toContain(messages.favoritesGone(1));
  const mail = new URL(linkOf(favorites.html, messages.share));
  const address = mail.searchParams.get('body') ?? '';
  expect(address).toBe(`${origin}/adopt/favorites?keep=${second}&keep=${first}`);
  expect((await open('/adopt/favorites')).html).toContain(messages.noFavorites);
  const full = Array.from({ length: 25 }, (_, index) => `keep=${gone + 1 + index}`).join('&');
  const { html: crowded } = await open(`/adopt/${first}?${full}`);
  expect(crowded.includes(messages.remember)).toBe(false);
  expect(crowded).toContain(`${messages.favorites} (20)`);
  await remove(gone);
});

test('the page of an animal ends with others of its kind, near in breed and age, and has a link to share it', async () => {
  const owls = [
    ['Snowy', '2020-01-01'],
    ['Barn', '2015-01-01'],
    ['Barn', '2024-06-01'],
    ['Snowy', '2024-01-01'],
    [undefined, '2010-01-01'],
  ];
  const made: number[] = [];
  for (const [breed, birthDate] of owls) {
    const profile = { species: 'Owl', birthDate, ...(breed && { breed }) };
    made.push((await add({ name: 'Owl & co', categoryId: 1, profile })).id);
  }
  const draft = { name: 'Owl', categoryId: 1, status: 'pending', profile: { species: 'Owl' } };
  const { id: reserved } = await add(draft);
  const { html, ids } = await open(`/adopt/${made[2]}`);
  expect(ids.map((id) => made.indexOf(id))).toEqual([3, 0, 1, 4]);
  const address = encodeURIComponent(`${origin}/adopt/${made[2]}`);
  expect(html).toContain(`href="mailto:?subject=Owl%20%26%20co&amp;body=${address}"`);
  const { ids: cats } = await open(`/adopt/${all[0]?.id}`);
  expect(cats).toHaveLength(4);
  for (const id of [...made, reserved]) await remove(id);
});

test('an animal that nobody may see, or that is not there, has a friendly page', async () => {
  const { id } = await add({ name: 'Secret', categoryId: 1, status: 'sold' });
  const answers = async (path: string) => {
    const { status, html, meta } = await open(path);
    expect(html).toContain(`href="../adopt">${messages.seeOthers}`);
    const [, title] = /<h1>([^<]+)/.exec(html) ?? [];
    return [status, html.includes('Secret'), title, meta['robots']];
  };
  // Nobody learns whether it is hidden, was removed, or never was.
  for (const path of [`/adopt/${id}`, `/adopt/${id + 1}`, '/adopt/-1', '/adopt/9223372036854775807']) {
    expect(await answers(path)).toEqual([404, false, messages.notShown, 'noindex']);
  }
  await remove(id);
  expect(await answers(`/adopt/${id}`)).toEqual([404, false, messages.notShown, 'noindex']);
  for (const path of ['/adopt/01', '/adopt/x']) {
    expect(await answers(path)).toEqual([404, false, messages.notFound, 'noindex']);
  }
});

test('a change is shown at once', async () => {
  const [first] = (await open('/adopt')).ids;
  await open('/adopt');
  expect((await send('PATCH', `/pets/${first}`, { name: 'Renamed' })).status).toBe(200);
  expect((await open('/adopt')).html).toContain('<bdi>Renamed</bdi>');
  expect((await open(`/adopt/${first}`)).html).toContain('<bdi>Renamed</bdi>');
  await send('PATCH', `/pets/${first}`, { name: `Pet 99` });
});

test('the sitemap has the list and each animal once, with the time of its last change', async () => {
  const index = await (await service.fetch('/adopt/sitemap.xml')).text();
  const files = [...index.matchAll(/<loc>http:\/\/petstore\.test([^<]+)<\/loc>/g)].map(([, path = '']) => path);
  expect(files).toEqual(['/adopt/sitemap-available-0.xml', '/adopt/sitemap-pending-0.xml']);
  const parts = await Promise.all(files.map(async (path) => await (await service.fetch(path)).text()));
  const entries = [...parts.join('').matchAll(/<url><loc>([^<]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?<\/url>/g)];
  const listed = await readPages<ListingBody>(service.fetch, '/v1/listings?limit=100');
  const pages = listed.flatMap(({ id, status, updatedAt }) =>
    status === 'sold' ? [] : [[`${origin}/adopt/${id}`, updatedAt] as const],
  );
  const print = (found: readonly (readonly [address: string | undefined, time?: string | undefined])[]) =>
    found.map(([address, time]) => `${address} ${time}`).toSorted();
  expect(print(entries.map(([, address, time]) => [address, time]))).toEqual(print([[`${origin}/adopt`], ...pages]));
  for (const name of ['sold-0', 'available-x', 'available-00', 'available-9223372036854775808']) {
    expect((await open(`/adopt/sitemap-${name}.xml`)).status).toBe(404);
  }
});

test('a long sitemap continues where the one before ends', async () => {
  const parts = await findParts(service.store.reader, ['available', 'pending'], 10);
  const idsOf = (wanted: string) => all.filter(({ status }) => status === wanted).map(({ id }) => BigInt(id));
  const starts = (wanted: string) => [0n, idsOf(wanted)[9], idsOf(wanted)[19]].map((after) => `${wanted} ${after}`);
  const wanted = [...starts('available'), ...starts('pending')];
  expect(parts.map(({ status, after }) => `${status} ${after}`)).toEqual(wanted);
  expect(await findParts(service.store.reader, ['available'], 25)).toHaveLength(1);
  expect(await findParts(service.store.reader, ['available'], 24)).toHaveLength(2);
});

test('the feed has the newest animals', async () => {
  const response = await service.fetch('/adopt/feed.atom', { headers: { Authorization: '' } });
  expect(response.headers.get('Content-Type')).toBe('application/atom+xml; charset=utf-8');
  const feed = await response.text();
  const ids = [...feed.matchAll(/<entry>\n<id>http:\/\/petstore\.test\/adopt\/(\d+)<\/id>/g)].map(([, id]) =>
    Number(id),
  );
  expect(ids).toEqual(all.map(({ id }) => id).toReversed());
  const { updatedAt } = await bodyOf<{ updatedAt: string }>(await service.fetch(`/v1/listings/${ids[0]}`));
  expect(feed).toContain(`<updated>${updatedAt}</updated>`);
});

test('each part of the list has a feed of its own, without its order', async () => {
  const { html, link } = await open('/adopt?q=dog&sex=female&sort=name');
  const address = 'adopt/feed.atom?q=dog&amp;sex=female';
  expect(link('alternate')).toBe(address);
  expect(html).toContain(`<a href="${address}">${messages.feedOfThese}</a>`);
  const feed = await (await service.fetch('/adopt/feed.atom?q=dog&utm_source=x')).text();
  expect(feed).toContain('<title>Aachen Animal Shelter · dog</title>');
  expect(feed).toContain(`<id>${origin}/adopt?q=dog</id>`);
  const ids = [...feed.matchAll(/<id>[^<]+adopt\/(\d+)<\/id>/g)].map(([, id]) => Number(id));
  const dogs = all.filter(({ id }) => (id - (all[0]?.id ?? 0)) % 2 === 1).map(({ id }) => id);
  expect(ids).toEqual(dogs.toReversed());
});

test('visitors choose from the species of animals that they may see', async () => {
  const own = await startApp({ publicPage });
  const kinds = { Cat: 'available', Dog: 'pending', Owl: 'sold' };
  for (const [kind, status] of Object.entries(kinds)) {
    await own.post('/v1/listings', JSON.stringify({ name: kind, categoryId: 1, status, profile: { species: kind } }));
  }
  const { html } = await openPage(own, '/adopt');
  expect(html).toContain('<option value="Cat">Cat</option><option value="Dog">Dog</option></select>');
  expect(html).not.toContain('Owl');
  await own.close();
});

test('a category of which every animal is on hold has no name that the public sees', async () => {
  const own = await startApp({ publicPage });
  const names = ['Cats', 'Dogs', 'Seized'];
  for (const [index, name] of names.entries()) {
    await own.send('PUT', `/v1/categories/${index}`, { name });
    const profile = name === 'Seized' ? { holdUntil: '9999-12-31' } : {};
    await own.post('/v1/listings', JSON.stringify({ name: 'Rex', categoryId: index, profile }));
  }
  const { html } = await openPage(own, '/adopt');
  expect(names.map((name) => html.includes(`>${name}</option>`))).toEqual([true, true, false]);
  await own.close();
});

test('a list without animals says so; reserved ones begin a page of their own after a full page of available ones', async () => {
  const own = await startApp({ publicPage });
  const { html, ids, status } = await openPage(own, '/adopt');
  expect([status, ids, html.includes(messages.noneYet)]).toEqual([200, [], true]);
  const sitemap = await (await own.fetch('/adopt/sitemap-available-0.xml')).text();
  expect(sitemap).toContain(`<url><loc>${origin}/adopt</loc></url>`);
  const addOwl = (status: string) =>
    own.post('/v1/listings', JSON.stringify({ name: 'Owl', categoryId: 1, status, profile: { species: 'Owl' } }));
  const pagesOf = async (query: string) => (await walkPages(own, `/adopt?${query}`)).map(({ ids }) => ids.length);
  for (let count = 0; count < 20; count++) await addOwl('available');
  expect([await pagesOf(''), await pagesOf('species=Owl&sort=name')]).toEqual([[20], [20]]);
  await addOwl('pending');
  expect(await pagesOf('')).toEqual([20, 1]);
  expect(await pagesOf('species=Owl&sort=name')).toEqual([20, 1]);
  await own.close();
});
