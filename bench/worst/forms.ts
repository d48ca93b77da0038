import { operations } from '../../src/catalogue/resources.ts';
import { commonWords } from './catalogue.ts';

/** Who asks: nobody known, somebody with a public key, or staff. */
export type Asker = 'nobody' | 'public key' | 'staff';

/** A request that is meant to cost as much as it can. */
export interface HostileForm {
  readonly read: string;
  readonly asker: Asker;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

const nothing = ['qqa', 'qqb', 'qqc', 'qqd', 'qqe', 'qqf'];
const beginnings = [...new Set(commonWords.map((word) => word.slice(0, 3)))];
const searches = [
  'w x y z 0 1 2 3 4 5',
  'a b c d e f g h i l',
  'a',
  'bella',
  'zzz',
  beginnings.join(' '),
  [...beginnings, ...nothing].join(' '),
  commonWords.join(' '),
  commonWords.slice(0, 2).join(' '),
  `${commonWords.slice(0, 4).join(' ')} ${nothing.join(' ')}`,
  'be ma lu ch co da mi na ro li',
  'cats dogs rabbits calm home garden likes long walks house',
  'x'.repeat(100),
];
const filters = [
  'sex=unknown',
  'size=extra_large',
  'species=Cat&size=large&sex=unknown',
  'breed=nothing',
  'tag=calm&tag=lively',
  'goodWith=children&goodWith=dogs&goodWith=cats',
  'bornBefore=1990-01-01',
  'sex=unknown&goodWith=children&goodWith=dogs&species=Dog',
];
const orders = ['', 'sort=name', 'sort=-createdAt', 'sort=-updatedAt', 'sort=birthDate', 'sort=-arrivedOn'];
const publicOrders = ['', 'sort=name', 'sort=id'];
const counts: readonly Record<string, string>[] = [{}, { Prefer: 'count=exact' }, { Prefer: 'count=facets' }];

const join = (...parts: readonly string[]) => parts.filter((part) => part !== '').join('&');
const searched = searches.map((q) => `q=${encodeURIComponent(q)}`);

/** Hostile forms of every read of the interface and of the public page. */
export function hostileForms(): HostileForm[] {
  return [...pageForms(), ...operations.flatMap(formsOf)];
}

function pageForms(): HostileForm[] {
  const ages = ['', 'age=senior', 'age=young&sex=unknown'];
  const lists = ['/adopt', '/adopt/feed.atom'].flatMap((path) =>
    publicOrders.flatMap((order) =>
      [...searched, ...filters, '']
        .flatMap((one) => ages.map((age) => join(one, age, order)))
        .map((query) => ({ read: path, path: `${path}?${query}` })),
    ),
  );
  const others = ['/adopt/1', '/adopt/5', '/adopt/1/qr.svg', '/adopt/sitemap.xml', '/adopt/sitemap-available-0.xml'];
  const kept = `/adopt/favorites?${Array.from({ length: 20 }, (_, index) => `keep=${index + 1}`).join('&')}`;
  return [
    ...lists,
    ...[...others, kept, '/openapi.json'].map((path) => ({ read: path.split('?')[0] ?? '', path })),
  ].map((form) => ({ ...form, asker: 'nobody', headers: {} }));
}

function formsOf(operation: (typeof operations)[number]): HostileForm[] {
  if (operation.method !== 'GET') return [];
  const has = (name: string) => Object.hasOwn(operation.query, name);
  const address = `/v1${operation.path.replaceAll(/\{\w+\}/g, '1')}`;
  const limit = has('limit') ? join(operation.id === 'getInventory' ? 'groupBy=category' : '', 'limit=100') : '';
  const { enum: known = [] }: { enum?: string[] } = operation.query['sort']?.schema ?? {};
  const sorts = orders.filter((order) => order === '' || known.includes(order.slice('sort='.length)));
  const wanted = ['', ...(has('q') ? searched : []), ...(has('goodWith') ? filters : [])];
  const queries = wanted.flatMap((one) => sorts.map((order) => join(limit, one, order)));
  const askers: readonly Asker[] = operation.isPublic === true ? ['public key', 'staff'] : ['staff'];
  const preferences = operation.kind !== 'list' ? [{}] : counts.slice(0, operation.facets ? 3 : 2);
  const body = operation.kind === 'stream' ? ['after=0&limit=100'] : queries;
  return askers.flatMap((asker) =>
    body.flatMap((query) =>
      preferences.map((headers) => ({ read: `GET ${address}`, asker, path: `${address}?${query}`, headers })),
    ),
  );
}
