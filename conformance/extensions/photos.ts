import { type Answer, isObject, type JsonObject } from '../answer.ts';
import type { Group } from '../case.ts';
import { resourceOf, type TestContext } from '../context.ts';
import { expectEqual, expectError, expectHeader, expectMembers, expectStatus, expectThat } from '../expect.ts';
import { Skipped } from '../mismatch.ts';

/** One red pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

/** Adds a photo. @throws Skipped when the service stores none */
async function add(t: TestContext, petId: bigint, body: Uint8Array = png, type = 'image/png'): Promise<Answer> {
  const path = `/pets/${petId}/photos`;
  const answer = t.note('photos', await t.send({ method: 'POST', path, headers: [['Content-Type', type]], body }));
  if (answer.status === 409 && answer.object['code'] === 'photos_disabled')
    throw new Skipped('the service stores no photos');
  return answer;
}

/** An animal with two photos. */
async function withPhotos(t: TestContext) {
  const pet = await t.pet();
  const photos = [resourceOf(await add(t, pet.id), 'a photo'), resourceOf(await add(t, pet.id), 'a photo')] as const;
  return { path: `/pets/${pet.id}/photos`, photos };
}

const idsOf = (answer: Answer) => answer.objects.map(({ id }) => id);

/** The path of a photo's file, if this service has it: files elsewhere are not fetched. */
function filePath(t: TestContext, photo: JsonObject): string {
  const { sources } = photo;
  const [source] = Array.isArray(sources) ? sources : [];
  const url = isObject(source) ? String(source['url']) : '';
  const root = t.state.base.href.slice(0, -'/v1'.length);
  if (!url.startsWith(`${root}/`)) throw new Skipped(`the file is not at the checked address: ${url}`);
  return url.slice(root.length);
}

const getFile = (t: TestContext, path: string) =>
  t.send({ method: 'GET', path, isOutsideVersion: true, authorization: [] });

export const photos: Group = {
  name: 'photos',
  title: 'Photos',
  kind: 'extension',
  creates: { animals: 7, photos: 13 },
  absence: async (t) => {
    const { status } = await t.get(`/pets/${(await t.sharedPet()).id}/photos`);
    return status === 200 ? undefined : `GET /pets/{petId}/photos responds with ${status}`;
  },
  cases: [
    {
      name: 'addPhoto: the body is the image, and the response the photo',
      rule: 'POST /pets/{petId}/photos: 201 with the photo and its sources.',
      run: async (t) => {
        const { id } = await t.pet();
        const answer = await add(t, id);
        expectStatus(answer, 201);
        expectMembers(answer.object, { petId: id, position: 0n, width: 1n, height: 1n, alternativeText: '' });
      },
    },
    {
      name: 'addPhoto: the file can be read without a key',
      rule: 'The addresses in sources need no key.',
      run: async (t) => {
        const { photos } = await withPhotos(t);
        const answer = await getFile(t, filePath(t, photos[0]));
        expectStatus(answer, 200);
        expectHeader(answer, 'Content-Type', /^image\//);
        expectThat(answer.body.length > 0, 'an image', () => 'an empty body');
      },
    },
    {
      name: 'listPhotos: returns photos in the order in which they were added',
      rule: 'A photo is added after the other photos of its animal.',
      run: async (t) => {
        const { path, photos } = await withPhotos(t);
        expectEqual(
          'ids',
          idsOf(await t.get(path)),
          photos.map(({ id }) => id),
        );
      },
    },
    {
      name: 'updatePhoto: changes the alternative text and the position',
      rule: 'PATCH of a photo changes its alternative text, or its place among the photos.',
      run: async (t) => {
        const { path, photos } = await withPhotos(t);
        const [first, second] = photos;
        const answer = await t.patch(`${path}/${second.id}`, { alternativeText: 'A dog', position: 0 });
        expectMembers(answer.object, { alternativeText: 'A dog', position: 0n });
        expectEqual('ids', idsOf(await t.get(path)), [second.id, first.id]);
      },
    },
    {
      name: 'deletePhoto: the photo and its file are gone',
      rule: 'From then on the addresses of its files respond with 410.',
      run: async (t) => {
        const { path, photos } = await withPhotos(t);
        expectStatus(await t.delete(`${path}/${photos[0].id}`), 204);
        expectEqual('ids', idsOf(await t.get(path)), [photos[1].id]);
        expectStatus(await getFile(t, filePath(t, photos[0])), 410);
      },
    },
    {
      name: 'addPhoto: bytes that are no image get 400',
      rule: 'A damaged or empty image: 400 invalid_image. One in another format than its type says: 415.',
      run: async (t) => {
        const { id } = await t.pet();
        expectError(await add(t, id, png.subarray(0, 40)), 400, 'invalid_image');
        expectError(await add(t, id, png, 'text/plain'), 415, 'unsupported_media_type');
      },
    },
  ],
};
