import { expect, test } from 'bun:test';
import type { Pet, PetstoreEvent } from '../../client/index.ts';
import { describeNewest, tell, withoutUnseen } from './activities.ts';

const at = '2026-11-21T10:00:00.000Z';
const frank: Pet = { id: 1n, name: 'Frank', categoryId: 3n, status: 'available' };
const changed = (changes: Partial<Pet>) => ({ type: 'pet.updated', pet: { ...frank, ...changes } });

/** The sentences for these events, the newest last. */
function read(...events: (Pick<PetstoreEvent, 'type'> & Partial<PetstoreEvent>)[]): string[] {
  const complete = events.map((event, index) => ({
    id: BigInt(index + 101),
    at,
    ...(![event.category, event.inquiryId, event.orderId].some((id) => id !== undefined) && { petId: 1n }),
    ...event,
  }));
  return describeNewest(complete, 20)
    .map(({ sentence }) => sentence.map((piece) => (typeof piece === 'string' ? piece : piece.name)).join(''))
    .reverse();
}

test('describes every type of event in a sentence', () => {
  const pending: Pet = { ...frank, status: 'pending' };
  const sentences: [Parameters<typeof read>[0], string][] = [
    [{ type: 'pet.created', pet: frank }, 'Frank was added'],
    [{ type: 'order.placed', pet: pending }, 'Frank was reserved'],
    [{ type: 'order.cancelled', pet: frank }, 'The reservation of Frank was cancelled'],
    [{ type: 'order.placed', pet: pending }, 'Frank was reserved'],
    [{ type: 'order.expired', pet: frank }, 'The reservation of Frank has expired'],
    [{ type: 'order.updated', orderId: 7n }, 'A reservation was changed'],
    [{ type: 'order.completed', pet: { ...frank, status: 'sold' } }, 'Frank was adopted'],
    [{ type: 'order.returned', pet: frank }, 'Frank came back'],
    [{ type: 'pet.deleted' }, 'Frank was removed'],
    [{ type: 'category.created', category: { id: 3n, name: 'Dogs' } }, 'The category Dogs was named'],
    [{ type: 'inquiry.created', inquiryId: 7n }, 'Somebody has asked about an animal'],
    [{ type: 'inquiry.closed', inquiryId: 7n }, 'An inquiry was closed'],
    [{ type: 'inquiry.deleted', inquiryId: 7n }, 'An inquiry was erased'],
    [{ type: 'pet.vaccinated', pet: frank }, 'Frank has changed (pet.vaccinated)'],
  ];
  expect(read(...sentences.map(([event]) => event))).toEqual(sentences.map(([, sentence]) => sentence));
});

test('an animal that left and was not adopted is not said to be, from the moment when it left', () => {
  const sold: Pet = { ...frank, status: 'sold' };
  const event = (id: bigint, time: string, type: string, pet: Pet) => ({ id, at: time, type, petId: 1n, pet });
  const entries = describeNewest(
    [
      event(1n, '2026-11-20T10:00:00.000Z', 'order.completed', sold),
      event(2n, '2026-11-21T09:00:00.000Z', 'pet.updated', frank),
      event(3n, at, 'pet.updated', sold),
      event(4n, at, 'pet.profile_changed', sold),
    ],
    20,
  );
  const animal = {
    ...sold,
    category: { id: 3n },
    photos: [],
    statusSince: at,
    profile: { outcomeType: 'died' as const },
  };
  const told = entries.map((entry) => tell(entry, animal).at(-1));
  expect(told).toEqual([' was changed', ' died', ' is available', ' was adopted']);
  // Also where nothing is known of it before.
  const [only] = describeNewest([event(3n, at, 'pet.updated', sold)], 20);
  const outcomes = [animal.profile, {}].map((profile) => only && tell(only, { ...animal, profile }).at(-1));
  expect(outcomes).toEqual([' died', ' was adopted']);
});

test('an update says what has changed, as far as that is known', () => {
  const created = { type: 'pet.created', pet: frank };
  expect(read(created, changed({ status: 'sold' })).at(-1)).toBe('Frank was adopted');
  expect(read(created, changed({ name: 'Frankie' })).at(-1)).toBe('Frank was renamed Frankie');
  expect(read(created, changed({ categoryId: 2n ** 63n - 1n })).at(-1)).toBe('Frank got another category');
  expect(read(created, changed({})).at(-1)).toBe('Frank was changed');
  const changes = [
    { field: 'breed', from: 'Pug', to: 'Beagle' },
    { field: 'goodWith.dogs', to: 'true' },
    { field: 'location' },
  ];
  const profile = read({ type: 'pet.profile_changed', pet: frank, changes }).at(-1);
  expect(profile).toBe('The profile of Frank was changed: Breed: Pug → Beagle, Good with dogs: – → yes, Place');
  expect(read(changed({}))).toEqual(['Frank was changed']);
  expect(read({ type: 'pet.deleted' })).toEqual(['Animal 1 was removed']);
});

test('a question is about its animal, as far as the inquiry is known, and others are one entry', () => {
  const event = (id: bigint, inquiryId: bigint) => ({ id, type: 'inquiry.created', at, inquiryId }) as const;
  const asked = { petId: 1n, name: 'Ana', message: 'Hello', createdAt: '2026-11-20T10:00:00.000Z' };
  const inquiry = { ...asked, id: 7n, status: 'open', stage: 'new' } as const;
  const entries = describeNewest([event(1n, 5n), event(2n, 6n), event(3n, 7n)], 20, [], [inquiry]);
  expect(entries.map(({ id, petId }) => [id, petId])).toEqual([
    [3n, 1n],
    [2n, undefined],
  ]);
  const animal = { ...frank, category: { id: 3n }, profile: {}, photos: [] };
  const [known, other] = entries.map((entry) => tell(entry, entry.petId === undefined ? undefined : animal));
  expect(known).toEqual(['Somebody has asked about ', { name: 'Frank' }]);
  expect(other).toEqual(['Somebody has asked about an animal']);
});

test('an adoption by an order that was placed for it is one entry', () => {
  const events = (second: number) =>
    [
      { id: 1n, type: 'order.placed', at, orderId: 7n },
      { id: 2n, type: 'order.completed', at: `2026-11-21T10:00:0${second}.000Z`, orderId: 7n },
    ] as const;
  expect(withoutUnseen(events(1)).map(({ id }) => id)).toEqual([2n]);
  expect(withoutUnseen(events(5)).map(({ id }) => id)).toEqual([1n, 2n]);
});

test('what was done with many animals one after another is one entry, and so is what took it back', () => {
  const event = (id: bigint, type: string, status: Pet['status'], second = 0) => ({
    id,
    type,
    petId: id % 10n,
    orderId: id % 10n,
    at: `2026-11-21T10:00:0${second}.000Z`,
    pet: { ...frank, id: id % 10n, name: `Dog ${id % 10n}`, status },
  });
  const ids = [2n, 3n, 4n, 5n, 6n, 7n];
  const adopted = ids.map((id) => event(10n + id, 'order.completed', 'sold'));
  const undone = ids.flatMap((id) => [
    event(20n + id, 'order.reopened', 'pending', 3),
    event(30n + id, 'order.cancelled', 'available', 4),
  ]);
  const before = event(1n, 'pet.created', 'available');
  const read = (events: readonly PetstoreEvent[]) =>
    describeNewest(withoutUnseen(events), 20).map(({ petId, others }) => [petId, others]);
  const [newest] = describeNewest(withoutUnseen([before, ...adopted, ...undone]), 20);
  expect(newest?.sentence).toEqual(['The adoption of ', { name: 'Dog 7' }, ' was taken back']);
  const many = { count: 5, isAll: true };
  expect(read([before, ...adopted, ...undone])).toEqual([
    [7n, many],
    [7n, many],
    [1n, undefined],
  ]);
  expect(read(adopted)).toEqual([[7n, { count: 5, isAll: false }]]);
  expect(read([before, ...adopted.slice(0, 4)]).length).toBe(5);
  // How these left, their profiles say.
  const left = ids.map((id) => event(10n + id, 'pet.updated', 'sold'));
  expect(read([before, ...left]).length).toBe(7);
});

test('lists the newest first, with links to animals that still exist', () => {
  const other = { ...frank, id: 2n };
  const events = [
    { id: 1n, type: 'pet.created', petId: 1n, pet: frank },
    { id: 2n, type: 'pet.created', petId: 2n, pet: other },
    { id: 3n, type: 'pet.deleted', petId: 1n },
  ].map((event) => ({ at, ...event }));
  expect(describeNewest(events, 20).map(({ id, petId }) => [id, petId])).toEqual([
    [3n, undefined],
    [2n, 2n],
    [1n, undefined],
  ]);
  expect(describeNewest(events, 1).map(({ id }) => id)).toEqual([3n]);
});

test('an import is one entry, and so are the profile and the photos of an animal with its adding', () => {
  const event = (type: string, id: bigint, minute = 0) => ({
    type,
    petId: id,
    at: `2026-11-21T10:0${minute}:00.000Z`,
    pet: { ...frank, id },
  });
  const imported = [1n, 2n, 3n, 4n, 5n].flatMap((id) => [event('pet.created', id), event('pet.profile_changed', id)]);
  expect(read({ type: 'order.placed', pet: frank }, ...imported)).toEqual([
    'Frank was reserved',
    '5 animals were added',
  ]);
  expect(read(...imported)).toEqual(['At least 5 animals were added']);
  const first = imported.map((change, index) => ({ ...change, id: BigInt(index + 1) }));
  expect(read(...first)).toEqual(['5 animals were added']);
  // Several are added at a time, and photos come later.
  const mixed = [event('pet.photos_changed', 9n), ...imported, event('pet.photos_changed', 2n)];
  expect(read({ type: 'order.placed', pet: frank }, ...mixed)).toEqual(['Frank was reserved', '5 animals were added']);
  const named = { type: 'category.created', category: { id: 3n, name: 'Dogs' } };
  const withName = [...imported.slice(0, 6), named, ...imported.slice(6)];
  expect(read({ type: 'order.placed', pet: frank }, ...withName)).toEqual([
    'Frank was reserved',
    '5 animals were added',
  ]);
  expect(read(named, ...imported.slice(0, 4))).toEqual([
    'The category Dogs was named',
    ...Array(2).fill('Frank was added'),
  ]);
  const tagged = imported.filter(({ type }) => type === 'pet.profile_changed');
  expect(read(...tagged)).toEqual(['At least 5 animals were changed']);
  // Only an import names categories for its animals.
  expect(read(named, ...tagged)).toEqual(['The category Dogs was named', 'At least 5 animals were changed']);
  expect(read(...tagged, named)).toEqual(['At least 5 animals were changed', 'The category Dogs was named']);
  const [one, other] = [1n, 2n].map((id) => ({ actor: { type: 'person', id, name: 'Kim' } as const }));
  expect(read(...tagged.map((change, index) => ({ ...change, ...(index < 2 ? one : other) }))).length).toBe(5);
  expect(read(...imported.slice(0, 8), event('pet.created', 9n, 5))).toEqual(Array(5).fill('Frank was added'));
});

test('an import is one entry, also with work of others in between, and its undo belongs to it', () => {
  const row = (petId: bigint, type = 'pet.created') => ({ type, petId, pet: { ...frank, id: petId }, importId: 4n });
  const events = [
    { type: 'category.created', category: { id: 3n, name: 'Dogs' }, importId: 4n },
    ...[row(11n), row(12n)],
    changed({ name: 'Otis' }),
    ...[row(11n, 'pet.profile_changed'), row(13n, 'pet.updated')],
  ];
  expect(read({ type: 'pet.created', pet: frank }, ...events)).toEqual([
    'Frank was added',
    'Frank was renamed Otis',
    'Import: 2 animals added, 1 changed',
  ]);
  expect(read(...events.slice(1), { type: 'pet.deleted', petId: 12n, importId: 4n }).at(-1)).toBe(
    'Import: at least 2 animals added, 1 changed, 1 taken back',
  );
});
