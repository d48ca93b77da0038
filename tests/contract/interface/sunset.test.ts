import { afterAll, beforeEach, expect, test } from 'bun:test';
import document from '../../../openapi.json' with { type: 'json' };
import { startApp } from '../../support/app.ts';
import { bodyOf, type PetBody } from '../../support/http/body.ts';

/** The URL of an animal before and after the removal of its GET. */
const service = await startApp();
afterAll(() => service.close());

const removedAt = Date.UTC(2030, 11, 5);
const create = (headers: Record<string, string> = {}) =>
  service.post('/v1/pets', '{"name":"Frank","categoryId":3}', headers);
const locationOf = (response: Response) => response.headers.get('Location');
const allowAt = async (path: string) => {
  const answers = [await service.fetch(path, { method: 'OPTIONS' }), await service.fetch(path, { method: 'POST' })];
  expect(answers.map(({ status }) => status)).toEqual([204, 405]);
  return answers.map(({ headers }) => headers.get('Allow'));
};

beforeEach(() => {
  service.now = removedAt - 1;
});

test('a retry returns a Location according to its own time, not that of the first request', async () => {
  const headers = { 'Idempotency-Key': 'over-the-day' };
  const first = await create(headers);
  const again = await create(headers);
  service.now = removedAt;
  const later = await create(headers);
  expect([locationOf(again), locationOf(later)]).toEqual([locationOf(first), null]);
  expect(locationOf(first)).toStartWith('http://petstore.test/v1/pets/');
  expect([later.headers.get('Idempotency-Replayed'), await later.text()]).toEqual(['true', await first.text()]);
});

test('createPet returns a Location until the time of the removal, and none from then on', async () => {
  const before = await create();
  const { id } = await bodyOf<PetBody>(before);
  expect([before.status, locationOf(before)]).toEqual([201, `http://petstore.test/v1/pets/${id}`]);
  service.now = removedAt;
  const answers = [await create(), ...(await Promise.all([create(), create()]))];
  expect(answers.map((answer) => [answer.status, locationOf(answer)])).toEqual(Array(3).fill([201, null]));
  // Other resources keep their URL.
  const placed = await service.post('/v1/store/orders', JSON.stringify({ petId: id }));
  const order = await bodyOf<{ id: number }>(placed);
  expect(locationOf(placed)).toBe(`http://petstore.test/v1/store/orders/${order.id}`);
});

test('Allow lists GET until the time of the removal', async () => {
  expect(await allowAt('/v1/pets/1')).toEqual(Array(2).fill('GET, HEAD, PATCH, DELETE, OPTIONS'));
  service.now = removedAt;
  expect(await allowAt('/v1/pets/1')).toEqual(Array(2).fill('PATCH, DELETE, OPTIONS'));
  expect(await allowAt('/v1/webhook-deliveries')).toEqual(Array(2).fill('GET, HEAD, OPTIONS'));
});

test('an animal can still be changed and removed at its URL', async () => {
  const { id } = await bodyOf<PetBody>(await create());
  service.now = removedAt;
  expect((await service.send('PATCH', `/v1/pets/${id}`, { name: 'Rex' })).status).toBe(200);
  expect((await service.fetch(`/v1/pets/${id}`)).status).toBe(410);
  expect((await service.fetch(`/v1/pets/${id}`, { method: 'DELETE' })).status).toBe(204);
});

test('the document says, before and after that time, that only GET is removed, and when', () => {
  const { get } = document.paths['/pets/{petId}'];
  expect(get).toMatchObject({ deprecated: true, 'x-sunset': '2030-12-05' });
  expect(get.description).toContain(
    'Deprecated. Available until 5 December 2030, 00:00 UTC, and 410 `operation_removed` from then on.',
  );
  expect(get.description).toContain('Only GET is removed: the other methods of this path remain');
  const { headers } = document.paths['/pets'].post.responses['201'];
  expect(headers.Location.description).toBe(
    'The address of the created resource. Omitted from 5 December 2030, 00:00 UTC on.',
  );
});
