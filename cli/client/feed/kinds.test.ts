import { describe, expect, test } from 'bun:test';
import { formats } from './formats.ts';
import { ageGroupOf, breedsOf } from './kinds.ts';

const dsh = { 'domestic shorthair': 'Domestic Short Hair' };

describe('a breed', () => {
  test.each<[text: string, breeds: string, isMixed: boolean | undefined]>([
    ['Beagle', 'Beagle', false],
    ['Black & Tan Coonhound', 'Black & Tan Coonhound', false],
    ['Manx', 'Manx', false],
    ['Domestic Shorthair/Mix', 'Domestic Short Hair', true],
    ['Labrador Retriever/Beagle Mix', 'Labrador Retriever+Beagle', true],
    ['Beagle x Poodle', 'Beagle+Poodle', true],
    ['Beagle & Poodle / Boxer', 'Beagle+Poodle', true],
    ['Siamese/X', 'Siamese', true],
    ['Mixed Breed', 'Mixed Breed', true],
    ['Terrier mixed breed', 'Terrier', true],
    ['Schäferhundmischling', 'Schäferhund', true],
    ['Dackel (Mischling)', 'Dackel', true],
    ['Croisé Labrador', 'Labrador', true],
    ['Cruce de podenco', 'podenco', true],
    ['Sem raça definida', '', true],
    ['Mischling', '', true],
    ['Mix', '', true],
    ['N/A', '', undefined],
    ['Unknown', '', undefined],
    ['Rasse unbekannt', '', undefined],
    ['race inconnue', '', undefined],
    ['', '', undefined],
    ['Beagle/Unknown', 'Beagle', undefined],
  ])('%s', (text, breeds, isMixed) => {
    const read = breedsOf(text, new Map(), dsh);
    expect([read.breeds.join('+'), read.isMixed]).toEqual([breeds, isMixed]);
  });

  test('has the word of the shelter for it, also for one that is none', () => {
    const own = new Map([['mischling', 'Mixed Breed']]);
    expect(breedsOf('Mischling', own)).toEqual({ breeds: ['Mixed Breed'], isMixed: true });
  });

  test('that leaves it open is not called purebred', () => {
    const cell = formats.adoptapet.columns.find(([name]) => name === 'Purebred')?.[1];
    const purebred = [true, false, undefined].map((isMixed) => cell?.({ isMixed } as Parameters<typeof cell>[0]));
    expect(purebred).toEqual(['0', '1', '0']);
  });
});

test('each portal has its own ages', () => {
  const now = new Date('2026-06-15T00:00:00Z');
  const births = ['2025-12-16', '2025-12-15', '2025-06-16', '2025-06-15', '2024-06-16', '2024-06-15', '2023-06-15'];
  const older = ['2018-06-16', '2018-06-15', '2017-06-16', '2017-06-15'];
  const groups = (['petfinder', 'adoptapet', 'rescuegroups'] as const).map((format) =>
    [...births, ...older]
      .map((birthDate) => ageGroupOf({ birthDate }, now, formats[format].ages ?? [0, 0, 0])?.charAt(0))
      .join(''),
  );
  expect(groups).toEqual(['BBBYYYAASSS', 'BYYYYAAAAAS', 'BYYYYAAAAAS']);
});
