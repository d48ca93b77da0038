import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { createClient } from '../../../client/index.ts';
import { listingColumns, noteColumns } from '../../../importer/export/export-columns.ts';
import { maxNotes } from '../../../src/animals/notes/model.ts';
import { sqlitePath } from '../../../src/lib/addresses/database-url.ts';
import { origin, startApp, type TestApp } from '../../support/app.ts';
import type { EventBody } from '../../support/data/events.ts';
import { as } from '../../support/data/keys.ts';
import { signInAs } from '../../support/data/people.ts';
import { engines } from '../../support/engines.ts';
import { bodyOf, type ListingBody, type PetBody, refusal } from '../../support/http/body.ts';
import { readPages } from '../../support/http/pages.ts';
import { until } from '../../support/until.ts';

interface NoteBody {
  id: number;
  petId: number;
  text: string;
  createdAt: string;
  createdBy: { type: string; id: number; name?: string };
}

let service: TestApp;
let ana: Awaited<ReturnType<typeof signInAs>>;
let ben: typeof ana;

const addPet = async (name = 'Frank') =>
  (await bodyOf<PetBody>(await service.send('POST', '/v1/pets', { name, categoryId: 3 }))).id;
const write = (petId: number, text: string, headers: object = as(ana.secret)) =>
  service.send('POST', `/v1/pets/${petId}/notes`, { text }, headers);
const add = async (petId: number, text: string) => await bodyOf<NoteBody>(await write(petId, text));
const find = async (q: string, headers = {}) => {
  const found = await bodyOf<ListingBody[]>(
    await service.fetch(`/v1/listings?q=${encodeURIComponent(q)}`, { headers }),
  );
  return found.map(({ id }) => id);
};

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
    ana = await signInAs(service, 'staff');
    ben = await signInAs(service, 'staff');
  });
  afterAll(() => service.close());

  test('a day: intake with a chip, a note, both found again by staff alone and in the export; events tell it', async () => {
    const intake = {
      name: 'Otto',
      categoryId: 3,
      profile: { microchip: '985-112 003 456 789', goodWith: { livestock: false } },
    };
    const { id: petId, profile } = await bodyOf<ListingBody>(await service.send('POST', '/v1/listings', intake));
    expect(profile).toEqual({ microchip: '985112003456789', goodWith: { livestock: false } } as object);
    const publicKey = as(await service.makeKey('public'));
    const chips = ['985 112 003 456 789', '985112003', '985-112-003'];
    for (const chip of chips) expect([await find(chip), await find(chip, publicKey)]).toEqual([[petId], []]);
    const response = await write(petId, 'Afraid of the staircase.', {
      ...as(ana.secret),
      'Idempotency-Key': `note-${petId}`,
    });
    const note = await bodyOf<NoteBody>(response);
    expect([response.status, response.headers.get('Location')]).toEqual([
      201,
      `${origin}/v1/pets/${petId}/notes/${note.id}`,
    ]);
    const createdBy = { type: 'person', id: ana.personId, name: 'Ana' };
    expect(note).toEqual({
      id: note.id,
      petId,
      text: 'Afraid of the staircase.',
      createdAt: new Date(service.now).toISOString(),
      createdBy,
    });
    const again = await write(petId, 'Afraid of the staircase.', {
      ...as(ana.secret),
      'Idempotency-Key': `note-${petId}`,
    });
    expect([again.headers.get('Idempotency-Replayed'), await bodyOf<NoteBody>(again)]).toEqual(['true', note]);
    const key = publicKey;
    expect([await find('otto stairca'), await find('stairca', key), await find('otto', key)]).toEqual([
      [petId],
      [],
      [petId],
    ]);
    expect(await refusal(await service.fetch(`/v1/pets/${petId}/notes`, { headers: key }))).toBe(
      '403 insufficient_scope',
    );
    await service.send('PATCH', `/v1/pets/${petId}`, { name: 'Ottokar' });
    await service.send('PATCH', `/v1/pets/${petId}/profile`, { breed: 'Beagle' });
    expect(await find('ottokar beagle staircase')).toEqual([petId]);
    const fetch = (url: string, init: RequestInit) => service.fetch(url.slice(origin.length), init);
    const client = createClient({ baseUrl: origin, apiKey: ana.secret, fetch });
    const rowOf = (cells: readonly unknown[]) => cells.join();
    const [listing] = await Array.fromAsync(client.listings.list({ ids: [BigInt(petId)] }), (found) =>
      rowOf(listingColumns.cellsOf(found, String)),
    );
    expect(listing).toContain('985112003456789');
    expect(await Array.fromAsync(client.notes.all(), (found) => rowOf(noteColumns.cellsOf(found, String)))).toEqual([
      `${petId},${note.createdAt},Ana,Afraid of the staircase.`,
    ]);
    const path = `/v1/pets/${petId}/notes/${note.id}`;
    expect((await service.send('PATCH', path, { text: 'Climbs the ladder.' }, as(ana.secret))).status).toBe(200);
    expect([await find('staircase'), await find('ladder')]).toEqual([[], [petId]]);
    expect((await service.fetch(path, { method: 'DELETE', headers: as(ana.secret) })).status).toBe(204);
    expect([await find('ladder'), await find('beagle')]).toEqual([[], [petId]]);
    await service.untilSettled();
    const events = await bodyOf<(EventBody & { noteId?: number })[]>(
      await service.fetch(`/v1/events?petId=${petId}&limit=100`),
    );
    const told = events.filter(({ noteId }) => noteId === note.id);
    expect(told.map(({ type }) => type)).toEqual(['note.created', 'note.updated', 'note.deleted']);
    expect(JSON.stringify(events)).not.toMatch(/stair|ladder/);
  });

  test('animals that are not ready to be shown are listed by what they lack, for staff alone', async () => {
    const ids = new Map<string, number>();
    for (const [name, profile] of Object.entries({
      bare: {},
      told: { description: 'Calm.' },
      whole: { description: 'Calm.', birthDate: '2024-05-01', videos: ['https://youtu.be/a', 'https://example.org/b'] },
    })) {
      const added = await service.send('POST', '/v1/listings', { name, categoryId: 77, profile });
      ids.set(name, (await bodyOf<ListingBody>(added)).id);
    }
    const lacking = async (...parts: string[]) => {
      const query = parts.map((part) => `&missing=${part}`).join('');
      const found = await bodyOf<ListingBody[]>(await service.fetch(`/v1/listings?categoryId=77${query}`));
      return found.map(({ name }) => name);
    };
    expect(await lacking('description')).toEqual(['bare']);
    expect(await lacking('age', 'description')).toEqual(['bare', 'told']);
    expect(await lacking('photo', 'age')).toEqual(['bare', 'told', 'whole']);
    expect(await service.count('/v1/listings?categoryId=77&missing=age')).toBe(2);
    const publicKey = as(await service.makeKey('public'));
    expect(await refusal(await service.fetch('/v1/listings?missing=age', { headers: publicKey }))).toBe(
      '400 invalid_parameter',
    );
    const path = `/v1/pets/${ids.get('whole')}/profile`;
    for (const videos of [
      ['http://youtu.be/a'],
      ['https://me@youtu.be/a'],
      Array.from({ length: 6 }, (_, index) => `https://example.org/${index}`),
    ])
      expect(await refusal(await service.send('PATCH', path, { videos }))).toBe('400 validation_failed');
    for (const microchip of ['12345678', '9851120034567890', '985.112.003'])
      expect(await refusal(await service.send('PATCH', path, { microchip }))).toBe('400 validation_failed');
  });

  test('only its author, and who administers people, change and remove a note, as it was read', async () => {
    const petId = await addPet();
    const { id } = await add(petId, 'Bites.');
    const path = `/v1/pets/${petId}/notes/${id}`;
    const tag = (await service.fetch(path)).headers.get('ETag') ?? '';
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { text: 'Is gentle.' } : undefined;
      expect(await refusal(await service.send(method, path, body, as(ben.secret)))).toBe('403 insufficient_scope');
    }
    const changed = await service.send('PATCH', path, { text: 'Bit once.' }, { 'If-Match': tag });
    expect(await bodyOf<NoteBody>(changed)).toMatchObject({ text: 'Bit once.', createdBy: { id: ana.personId } });
    expect(await refusal(await service.send('PATCH', path, { text: 'x' }, { 'If-Match': tag }))).toBe(
      '412 precondition_failed',
    );
    expect((await service.fetch(path)).headers.get('ETag')).toBe(changed.headers.get('ETag'));
    expect(await refusal(await service.fetch(`/v1/pets/${await addPet()}/notes/${id}`))).toBe('404 note_not_found');
    expect(await refusal(await write(petId, ' '))).toBe('400 validation_failed');
    expect(await refusal(await write(petId, 'x'.repeat(2_001)))).toBe('400 validation_failed');
  });

  test('an animal has its notes in pages, of which it can have only so many', async () => {
    const petId = await addPet();
    const values = Array.from({ length: maxNotes }, (_, index) => `(${petId}, 'note ${index}', 0, 'key:1')`);
    await service.database.run(
      `INSERT INTO pet_notes (pet_id, text, created_at, created_by) VALUES ${values.join(', ')}`,
    );
    expect(await refusal(await write(petId, 'One more.'))).toBe('409 too_many_notes');
    const newest = await readPages<NoteBody>(service.fetch, `/v1/pets/${petId}/notes?sort=-id&limit=100`);
    expect(newest.map(({ text }) => text)).toEqual(
      Array.from({ length: maxNotes }, (_, index) => `note ${maxNotes - 1 - index}`),
    );
    expect(await service.count(`/v1/pets/${petId}/notes`)).toBe(maxNotes);
    expect(await refusal(await service.fetch('/v1/pets/999999/notes'))).toBe('404 pet_not_found');
  });

  test('of an animal that is removed no byte of a note stays', async () => {
    const [gone, kept] = [await addPet('Rex'), await addPet('Mia')];
    const [secret, other] = [1, 2].map(() => `w${crypto.randomUUID().replaceAll('-', '')}`);
    // Long enough for pages of their own.
    for (const _ of [1, 2, 3, 4]) await add(gone, `Belongs to ${secret}. `.repeat(40));
    await add(kept, `Belongs to ${other}.`);
    expect([await find(secret ?? ''), await find(other ?? '')]).toEqual([[gone], [kept]]);
    expect((await service.fetch(`/v1/pets/${gone}`, { method: 'DELETE' })).status).toBe(204);
    const where = async (text: string) => {
      const path = sqlitePath(service.database.url);
      if (path === undefined) {
        for (const table of ['pet_notes', 'pet_note_texts']) await service.database.run(`VACUUM FULL ${table}`);
        await service.database.run('CHECKPOINT');
        const files = await service.database.run(
          `SELECT CAST(relname AS TEXT) FROM pg_class WHERE pg_relation_filepath(oid) LIKE 'base/%'
             AND position(convert_to('${text}', 'UTF8') IN pg_read_binary_file(pg_relation_filepath(oid))) > 0`,
        );
        return files.flat().map(String);
      }
      await service.store.file?.checkpoint();
      return [path, `${path}-wal`].filter((file) => existsSync(file) && readFileSync(file).includes(text));
    };
    await until(
      'the files to have nothing of it',
      () => where(secret ?? ''),
      (files) => files.length === 0,
    );
    expect(await where(other ?? '')).not.toEqual([]);
  });
});
