import { crc32 } from 'node:zlib';
import { type Answer, isObject } from './answer.ts';
import { casesUnder, type Group } from './case.ts';
import { resourceOf, type TestContext } from './context.ts';
import { expectEqual, expectError, expectHeader, expectStatus, expectThat } from './expect.ts';
import { pathBelow } from './http/base-address.ts';
import { mayBeRemoved } from './interface/removal.ts';
import { Skipped } from './mismatch.ts';

/**
 * What can be wrong with an installation of petstore although the program works: its public address, the proxy before it,
 * nodes that do not share what they must share, the storage of photos, the clock, the keys.
 */

/** So many requests at the same time, each on a connection of its own, reach several nodes behind a load balancer. */
const connections = 8;
const ownConnection = { Connection: 'close' };
const photoBytes = 2_000_000;
const maxClockErrorMs = 60_000;

const publicAddress =
  'PETSTORE_URL is the address that clients use: that of the proxy, with https and the path before /v1.';
const oneDatabase = 'All nodes have the same database, and a response comes after the commit.';

const onEachConnection = (send: () => Promise<Answer>) => Promise.all(Array.from({ length: connections }, send));
const withoutKey = (t: TestContext, path: string) => t.send({ method: 'GET', path, authorization: [] });
const ownFields = Object.entries(ownConnection);
const besideVersion = (t: TestContext, path: string) =>
  t.send({ method: 'GET', path, isOutsideVersion: true, authorization: [], headers: ownFields });
/** The animals of a category of its own for each case. */
const ofCategory = (t: TestContext, index: bigint) => `/pets?categoryId=${t.state.categoryId + index}`;

function expectBelowBase(t: TestContext, what: string, address = 'none'): void {
  const { base } = t.state;
  expectThat(pathBelow(base, address) !== undefined, `${what} that begins with ${base.href}`, () => address);
}

/** The smallest image, with so many bytes that decoders skip. */
function largePng(): Uint8Array {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
    'base64',
  );
  const headerEnd = 33;
  const chunk = Buffer.alloc(photoBytes);
  chunk.writeUInt32BE(photoBytes - 12, 0);
  chunk.write('paDd', 4);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), photoBytes - 4);
  return Buffer.concat([png.subarray(0, headerEnd), chunk, png.subarray(headerEnd)]);
}

/** The response to a large photo. @throws Skipped when the service stores none */
function addPhoto(t: TestContext): Promise<Answer> {
  return t.once('a photo', async () => {
    const path = `/pets/${(await t.pet()).id}/photos`;
    const headers = [['Content-Type', 'image/png']] as const;
    const answer = await t.send({ method: 'POST', path, headers, body: largePng() });
    if (answer.status === 409) throw new Skipped('the service stores no photos: it has no PETSTORE_MEDIA_URL');
    return answer;
  });
}

/** The paths of a photo's files that the service has itself. Addresses elsewhere, such as a bucket's, are not read. */
function filePaths(t: TestContext, photo: Answer): string[] {
  const { sources } = resourceOf(photo, 'a photo');
  const urls = Array.isArray(sources) ? sources.filter(isObject).map(({ url }) => String(url)) : [];
  const root = t.state.base.href.slice(0, -'/v1'.length);
  return urls.filter((url) => url.startsWith(`${root}/`)).map((url) => url.slice(root.length));
}

function keyOf(t: TestContext, kind: 'staging' | 'readOnly', flag: string): readonly string[] {
  const key = t.state.keys[kind];
  if (key === undefined) throw new Skipped(`needs ${flag}`);
  return [`Bearer ${key}`];
}

export const deployment: Group = {
  name: 'deployment',
  title: 'A deployment of petstore',
  kind: 'extension',
  creates: 19,
  async absence(t) {
    const challenge = (await withoutKey(t, '/pets')).header('WWW-Authenticate');
    return challenge?.includes('realm="petstore"') ? undefined : 'a 401 has no WWW-Authenticate of petstore';
  },
  cases: [
    ...casesUnder('/livez, /readyz and /readyz/writes respond with 200, and need no key.', {
      'deployment: the probes say that the service is ready, and that it can write': async (t) => {
        for (const path of ['/livez', '/readyz', '/readyz/writes']) expectStatus(await besideVersion(t, path), 200);
      },
    }),
    ...casesUnder(publicAddress, {
      'deployment: links and locations begin with the address that clients use': async (t) => {
        await t.pet();
        const added = await t.createPet();
        expectStatus(added, 201);
        if (!mayBeRemoved(t)) expectBelowBase(t, 'a Location', added.header('Location'));
        const link = /<([^>]*)>; rel="next"/.exec((await t.get('/pets?limit=1')).header('Link') ?? '')?.[1];
        expectBelowBase(t, 'a Link to the next page', link);
      },
      'deployment: the OpenAPI document has the address that clients use': async (t) => {
        const { servers } = (await besideVersion(t, '/openapi.json')).object;
        const urls = Array.isArray(servers) ? servers.filter(isObject).map(({ url }) => String(url)) : [];
        const { href } = t.state.base;
        expectThat(urls.includes(href), `${href} among the servers`, () => urls.join(', ') || 'none');
      },
    }),
    ...casesUnder(oneDatabase, {
      'deployment: an animal is found on every connection as soon as it was added': async (t) => {
        for (let round = 0; round < 3; round++) {
          const { id } = await t.pet();
          for (const answer of await onEachConnection(() => t.get(`/pets?id=${id}`, ownConnection))) {
            expectStatus(answer, 200);
            expectEqual('number of animals', answer.array.length, 1);
          }
        }
      },
    }),
    ...casesUnder('Responses to a key are private, and are validated before each use: no proxy may store them.', {
      'deployment: no cache sends what a key has read to a client without one, or what it was before': async (t) => {
        const path = ofCategory(t, 1n);
        for (let reads = 0; reads < 2; reads++) expectEqual('the list', (await t.get(path)).array, []);
        expectStatus(await withoutKey(t, path), 401);
        const pet = await t.pet({ categoryId: t.state.categoryId + 1n });
        expectEqual('the list', (await t.get(path)).array, [pet]);
      },
    }),
    ...casesUnder(`Proxies pass on the header Idempotency-Key. ${oneDatabase}`, {
      'deployment: of requests with one Idempotency-Key at the same time one is carried out': async (t) => {
        const headers = { ...ownConnection, 'Idempotency-Key': `${t.state.prefix}-once` };
        const draft = { categoryId: t.state.categoryId + 2n };
        const answers = await onEachConnection(() => t.createPet(draft, headers));
        for (const answer of answers) expectStatus(answer, 201, 409);
        expectEqual('number of animals', (await t.get(ofCategory(t, 2n))).array.length, 1);
      },
    }),
    ...casesUnder('Proxies pass on PATCH, DELETE and If-Match, and the ETag of what they compress.', {
      'deployment: a change and a removal need the newest ETag, also that of a compressed response': async (t) => {
        const { id } = await t.pet();
        const tagOf = async () => {
          const answer = await t.get(`/pets?id=${id}`, { 'Accept-Encoding': 'gzip' });
          expectHeader(answer, 'ETag', /^(?:W\/)?"[^"]*"$/);
          return { 'If-Match': answer.header('ETag') ?? '' };
        };
        const before = await tagOf();
        expectStatus(await t.write('PATCH', `/pets/${id}`, { name: t.name('changed') }, before), 200);
        expectStatus(await t.write('PATCH', `/pets/${id}`, { name: t.name('too late') }, before), 412);
        expectStatus(await t.delete(`/pets/${id}`, await tagOf()), 204);
      },
    }),
    ...casesUnder(
      'A photo has up to 20 MB: proxies must let it through (of nginx, client_max_body_size is 1 MB by default).',
      {
        'deployment: a photo of 2 MB is stored': async (t) => expectStatus(await addPhoto(t), 201),
      },
    ),
    ...casesUnder('All nodes have the same PETSTORE_MEDIA_URL, and proxies also pass on /media.', {
      'deployment: the files of a photo can be read on every connection, without a key': async (t) => {
        const paths = filePaths(t, await addPhoto(t));
        if (paths.length === 0) throw new Skipped('the files of photos are not at the checked address');
        for (const path of paths) {
          for (const answer of await onEachConnection(() => besideVersion(t, path))) {
            expectStatus(answer, 200);
            expectHeader(answer, 'Content-Type', /^image\//);
          }
        }
      },
    }),
    ...casesUnder('Proxies pass on a stream of events as it comes, and do not buffer it.', {
      'deployment: an event arrives on a stream that is open': async (t) => {
        const category = t.state.categoryId + 3n;
        let adding: Promise<unknown> | undefined;
        const isEnough = (text: string) => {
          // What is wrong with it shows by the event that does not come.
          adding ??= Promise.allSettled([t.createPet({ categoryId: category })]);
          return text.includes(String(category));
        };
        const headers = [['Accept', 'text/event-stream']] as const;
        const answer = await t.send({ method: 'GET', path: '/events', headers, isEnough });
        if (answer.status === 403) throw new Skipped('needs a key that can read events');
        expectStatus(answer, 200);
        expectThat(answer.text.includes(String(category)), 'the event of the new animal', () => 'a stream without it');
        await adding;
      },
    }),
    ...casesUnder('The expiry of keys and the signatures of webhooks need the right time.', {
      'deployment: the clock of the service is right to the minute': async (t) => {
        const { id } = await t.pet();
        const answer = await t.get(`/listings/${id}`);
        if (answer.status === 403) throw new Skipped('needs a key that can read listings');
        const { createdAt } = answer.object;
        const difference = Math.abs(Date.parse(String(createdAt)) - t.state.now());
        const here = new Date(t.state.now()).toISOString();
        expectThat(difference <= maxClockErrorMs, `a time like ${here}, as it is here`, () => String(createdAt));
      },
    }),
    ...casesUnder(
      'Production and staging have their own keys (PETSTORE_ENV); each is valid in its own environment only.',
      {
        'deployment: a key of the other environment gets 401': async (t) => {
          const authorization = keyOf(t, 'staging', '--staging-key');
          expectError(await t.send({ method: 'GET', path: '/pets', authorization }), 401, 'invalid_api_key');
        },
      },
    ),
    ...casesUnder('A key can do what its scopes say, and anything else is 403 insufficient_scope.', {
      'deployment: a read-only key can list animals, and not add one': async (t) => {
        const authorization = keyOf(t, 'readOnly', '--read-only-key');
        expectStatus(await t.send({ method: 'GET', path: '/pets', authorization }), 200);
        const headers = [['Content-Type', 'application/json']] as const;
        const body = JSON.stringify({ name: t.name('read-only'), categoryId: 1 });
        const answer = t.note(await t.send({ method: 'POST', path: '/pets', headers, body, authorization }));
        expectError(answer, 403, 'insufficient_scope');
      },
    }),
  ],
};
