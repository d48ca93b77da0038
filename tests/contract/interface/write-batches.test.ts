import { afterAll, expect, test } from 'bun:test';
import { nextTurn } from '../../../src/lib/next-tick.ts';
import { startApp } from '../../support/app.ts';
import { makePng } from '../../support/data/images.ts';
import { bodyOf, type PetBody } from '../../support/http/body.ts';

/** Which requests wait until the store is about to send its next batch of writes. */
const service = await startApp();
afterAll(() => service.close());

const pet = JSON.stringify({ name: 'Bella', categoryId: 1, status: 'available' });

test('writes wait for a batch before their JSON is read; nothing else does, and none that is refused before that', async () => {
  const { id } = await bodyOf<PetBody>(await service.post('/v1/pets', pet));
  const { id: other } = await bodyOf<PetBody>(await service.post('/v1/pets', pet));
  const reader = { Authorization: `Bearer ${await service.makeKey('read')}` };
  const batch = Promise.withResolvers<undefined>();
  let waiting = 0;
  const untilBatch = () => {
    waiting++;
    return batch.promise;
  };
  service.restart({ store: { ...service.store, waiting: 0, untilBatch } });

  expect((await service.fetch('/v1/pets')).status).toBe(200);
  expect((await service.post('/v1/pets', pet, reader)).status).toBe(403);
  expect((await service.post('/v1/pets', pet, { 'Content-Type': 'text/plain' })).status).toBe(415);
  const png = new Uint8Array(makePng(40, 30, () => [90, 90, 90]));
  const uploaded = await service.post(`/v1/pets/${id}/photos`, png, { 'Content-Type': 'image/png' });
  expect([uploaded.status, waiting]).toEqual([201, 0]);

  const answered: number[] = [];
  const held = [
    service.post('/v1/pets', pet),
    service.post('/v1/pets', 'no JSON'),
    service.fetch(`/v1/pets/${other}`, { method: 'DELETE' }),
  ].map(async (response) => answered.push((await response).status));
  for (let turn = 0; turn < 5; turn++) await nextTurn();
  expect([waiting, answered]).toEqual([3, []]);
  batch.resolve(undefined);
  await Promise.all(held);
  expect(answered.sort()).toEqual([201, 204, 400]);
});
