import { expect, test } from 'bun:test';
import { parse } from 'csv-parse/sync';
import { createMapping } from '../../../../client/import/mapping.ts';
import { importRules } from './import-rules.ts';

const files: Record<string, readonly string[]> = {
  ASM3: [
    'ANIMALCODE,ANIMALNAME,ANIMALSEX,ANIMALCOLOR,ANIMALBREED1,ANIMALDOB,ANIMALSIZE,ANIMALSPECIES,ANIMALNEUTERED,ANIMALENTRYDATE,ANIMALDECEASEDDATE,ANIMALNONSHELTER,ANIMALGOODWITHCATS,ANIMALHOUSETRAINED,MOVEMENTTYPE,VACCINATIONTYPE',
    'D7,Rex,Male,Brown,Beagle,2024-03-31,Very Large,Dog,1,2026-01-02,,0,Selective,Yes,None,',
    'D7,Rex,,,,,,,,,,,,,,Rabies',
    'D8,Max,Male,Black,Poodle,2020-01-01,Small,Dog,0,2026-01-02,2026-02-01,0,Yes,No,None,',
    'D9,Luna,Female,Grey,Poodle,2020-01-01,Small,Dog,0,2026-01-02,,0,No,Unknown,1,',
    'D10,Bella,Female,Grey,Poodle,2020-01-01,Small,Dog,0,2026-01-02,,0,No,Unknown,3,',
  ],
  Shelterluv: [
    'Name,Animal ID,Species,Primary Breed,Sex,Primary Color,Age (Y/M/D),Attributes,Altered in Care,Altered before Arrival,Created Date,In Custody',
    'Rex,SL-A-7,Dog,Beagle,Male,Brown,2Y/0M/1D,"calm,shy",,Yes,3/31/2026,Yes',
    'Max,SL-A-8,Dog,Beagle,Male,Brown,2Y/0M/1D,,,No,3/31/2026,No',
  ],
  PetPoint: [
    'Animal #,ARN,Animal Name,Species,Primary Breed,Gender,Altered,Date Of Birth,Intake Date,Location,Outcome Type',
    'A7,,Rex,Dog,Beagle,Male,Yes,03/31/2024,1/2/2026 10:15:00 AM,Kennel 4,',
    'Animal #,ARN,Animal Name,Species,Primary Breed,Gender,Altered,Date Of Birth,Intake Date,Location,Outcome Type',
    'A8,,Luna,Dog,Beagle,Female,No,03/31/2024,1/2/2026,,Adoption',
    'A9,,Max,Dog,Beagle,Male,No,03/31/2024,1/2/2026,,Died',
  ],
  Petfinder: [
    'ID,Internal,AnimalName,PrimaryBreed,Sex,Size,Age,Desc,Type,Status,Shots,Altered,NoDogs,NoCats,arrival_date,birth_date,tags',
    'P7,,Rex,Beagle,M,XL,Adult,A calm dog.,Dog,A,1,1,0,,2026-01-02,2024-03-31,"calm,shy"',
    'P8,,Luna,Beagle,F,S,Adult,,Dog,X,,,,,2026-01-02,,',
  ],
};

/** What the rows of an export become without any option. */
function animalsOf(system: string) {
  const [columns = [], ...rows]: string[][] = parse((files[system] ?? []).join('\n'));
  const mapping = createMapping(importRules({}, columns), columns);
  return rows.map((row) => {
    const mapped = mapping(row);
    if (mapped.kind !== 'animal') return mapped.kind;
    const { newPet, categoryName, profile } = mapped;
    return { name: newPet.name, status: newPet.status, categoryName, ...profile };
  });
}

const birth = { birthDate: '2024-03-31', birthDatePrecision: 'day' } as const;
const rex = { name: 'Rex', categoryName: 'Dog', breed: 'Beagle', sex: 'male', neutered: true } as const;

test('an export of ASM3 is recognized; rows of treatments, and of the dead, are left out', () => {
  const [alive, ...others] = animalsOf('ASM3');
  expect(alive).toEqual({
    ...{ ...rex, ...birth, status: 'available', color: 'Brown', size: 'extra_large', houseTrained: true },
    ...{ species: 'Dog', arrivedOn: '2026-01-02', reference: 'D7' },
  });
  expect(others).toMatchObject(['leftOut', 'leftOut', { reference: 'D9', status: 'sold' }, 'leftOut']);
});

test('an export of Shelterluv is recognized; animals that are not in custody are left out', () => {
  const tags = ['calm', 'shy'];
  expect(animalsOf('Shelterluv')).toEqual([
    { ...rex, status: undefined, species: 'Dog', color: 'Brown', tags, arrivedOn: '2026-03-31', reference: 'SL-A-7' },
    'leftOut',
  ]);
});

test('an export of PetPoint is recognized; repeated headers are left out, and each outcome makes an animal sold', () => {
  expect(animalsOf('PetPoint')).toMatchObject([
    { ...rex, ...birth, status: 'available', location: 'Kennel 4', arrivedOn: '2026-01-02', reference: 'A7' },
    'leftOut',
    { name: 'Luna', status: 'sold', outcomeType: 'adoption' },
    { name: 'Max', status: 'sold', outcomeType: 'died' },
  ]);
});

test('an export of Petfinder is recognized', () => {
  expect(animalsOf('Petfinder')).toMatchObject([
    { ...rex, ...birth, status: 'available', size: 'extra_large', description: 'A calm dog.', vaccinated: true },
    { name: 'Luna', status: 'sold', sex: 'female', size: 'small', reference: 'P8' },
  ]);
});

test('options go before what was recognized', () => {
  const [header = ''] = files['PetPoint'] ?? [];
  const options = { name: 'ARN', status: 'Altered', dates: 'dmy', profile: 'location=Reason' } as const;
  const rules = importRules(options, header.split(','));
  const status = { column: 'Altered', map: undefined };
  expect(rules).toMatchObject({ nameColumns: ['ARN'], status, dateOrder: 'dmy' });
  expect(rules.profile?.at(-1)).toEqual({ column: 'Reason', field: 'location' });
});
