import { expect, test } from 'bun:test';
import { describeOpen, describeRow, readFile } from '../tests/support/data/reading.ts';

/**
 * What an import makes of files as shelters have them, without an answer: the animals, then what is asked and what is not read.
 * Where it could be judged otherwise, we chose what cannot harm: an animal of which a word is not known is on hold, also in foster
 * care or treatment; an outcome day without a type tells that something has happened, not what; codes nobody explains stay questions.
 */
const cases: readonly { what: string; content: readonly string[]; gives: readonly string[] }[] = [
  {
    what: 'no column tells who is for adoption',
    content: ['Name,Species', 'A,Dog'],
    gives: ['A, Dog, on hold', 'asked: nothing ""'],
  },
  {
    what: 'a number beside a chip, which may be written in groups, or not be one; and notes',
    content: [
      'Animal ID,Name,Species,Status,Microchip,Notes',
      'A1,Rex,Dog,Available,985-112 003 456 791,Bites. Ate well.',
      'A2,Mia,Cat,Available,12345,',
      'A3,Leo,Cat,Available,none,-',
    ],
    gives: [
      'Rex, Dog, available, microchip 985112003456791, reference A1, note Bites. Ate well.',
      'Mia, Cat, available, reference A2',
      'Leo, Cat, available, reference A3',
      'not read: Microchip "12345" is not the number of a chip: 9 to 15 letters and digits, such as 985112003456789',
    ],
  },
  {
    what: 'a stage that holds an animal back, and one that is not known',
    content: [
      'Animal #,ARN,Animal Name,Species,Stage',
      'A1,,Biter,Dog,Bite Quarantine',
      'A2,,Court,Dog,Legal hold',
      'A3,,New,Dog,Evaluate',
      'A4,,Odd,Dog,Zone 7',
      'A5,,Free,Cat,Available',
    ],
    gives: [
      'Biter, Dog, on hold for Bite Quarantine, reference A1',
      'Court, Dog, on hold for Legal hold, reference A2',
      'New, Dog, on hold for Evaluate, reference A3',
      'Odd, Dog, on hold for Zone 7, reference A4',
      'Free, Cat, available, reference A5',
      'asked: Stage "Zone 7"',
    ],
  },
  {
    what: 'not for adoption, foster, reservation and death in ASM3',
    content: [
      'ANIMALCODE,ANIMALNAME,ANIMALSPECIES,ANIMALNOTFORADOPTION,ANIMALNONSHELTER,ANIMALDECEASEDDATE,MOVEMENTTYPE,MOVEMENTDATE',
      'D1,Rocky,Dog,1,0,,0,',
      'D2,Daisy,Dog,0,0,None,None,',
      'D3,Fido,Dog,0,0,,2,2026-10-01',
      'D4,Ada,Dog,0,0,,1,2026-10-02',
      'D5,Old,Dog,0,0,2026-10-03,0,',
      'D6,Theirs,Dog,0,1,,0,',
      'D7,Held,Dog,0,0,,9,',
      'D1,Rocky,,,,,,',
    ],
    gives: [
      'Rocky, Dog, on hold for Not for adoption, reference D1',
      'Daisy, Dog, available, reference D2',
      'Fido, Dog, available, reference D3, whereabouts foster',
      'Ada, Dog, sold, reference D4, outcomeType adoption, outcomeOn 2026-10-02',
      'Old, Dog, sold, reference D5, outcomeType died, outcomeOn 2026-10-03',
      'left out',
      'Held, Dog, pending, reference D7',
      'left out',
    ],
  },
  {
    what: 'an outcome date without a type, a blank outcome, and words nobody knows',
    content: [
      'Animal ID,Name,Type,Outcome Type,Outcome Date',
      'X1,A,DOG,,2026-10-01',
      'X2,B,DOG,,',
      'X3,C,CAT,FOUND ANIM,2026-10-01',
      'X4,D,CAT,ADOPTION,2026-10-01',
    ],
    gives: [
      'A, Dog, on hold, reference X1',
      'B, Dog, on hold, reference X2',
      'C, Cat, on hold for FOUND ANIM, reference X3',
      'D, Cat, sold, reference X4, outcomeType adoption, outcomeOn 2026-10-01',
      'asked: Outcome Date "date"',
      'asked: Outcome Type ""',
      'asked: Outcome Type "FOUND ANIM"',
    ],
  },
  {
    what: 'a column that says what holds animals back, and words of a flag that nobody knows',
    content: [
      'Animal ID,Name,Species,Hold,Adoptable,Where,Location',
      'H1,A,Dog,Court case,yes,,Kennel 3',
      'H2,B,Dog,no,yes,,Foster Jones',
      'H3,C,Dog,,reserved,,',
      'H4,D,Cat,,only in pairs,,',
      'H5,E,Cat,Adoption pending (Smith),yes,,',
    ],
    gives: [
      'A, Dog, on hold for Court case, location Kennel 3, reference H1',
      'B, Dog, available, whereabouts foster, location Foster Jones, reference H2',
      'C, Dog, pending, reference H3',
      'D, Cat, on hold for only in pairs, reference H4',
      'E, Cat, pending, reference H5',
      'asked: Adoptable "only in pairs"',
    ],
  },
  {
    what: 'animals without a name in a file that has chips for numbers',
    content: ['Name,Species,Status,Microchip', ',Dog,available,985112003456791', 'Rex,Dog,available,985112003456792'],
    gives: [
      'Dog …6791, Dog, available, microchip 985112003456791, reference 985112003456791',
      'Rex, Dog, available, microchip 985112003456792, reference 985112003456792',
    ],
  },
  {
    what: 'lost and found animals beside those for adoption',
    content: ['Animal_ID,Animal_Name,Animal_Type,Record_Type', 'K1,A,Dog,LOST', 'K2,B,Cat,FOUND', 'K3,C,Dog,ADOPTABLE'],
    gives: [
      'A, Dog, on hold for LOST, reference K1',
      'B, Cat, on hold for FOUND, reference K2',
      'C, Dog, available, reference K3',
      'asked: Record_Type "LOST"',
      'asked: Record_Type "FOUND"',
    ],
  },
  {
    what: 'flags of death and euthanasia',
    content: [
      'id,name,type,status,isDead,put to sleep',
      '1,A,dog,available,0,0',
      '2,B,dog,available,1,0',
      '3,C,dog,available,0,1',
    ],
    gives: [
      'A, Dog, available, reference 1',
      'B, Dog, sold, reference 2, outcomeType died',
      'C, Dog, sold, reference 3, outcomeType euthanised',
    ],
  },
  {
    what: 'an animal that came back after it was adopted',
    content: [
      'sheltercode,animalname,speciesname,movementtype,movementdate,returndate',
      'C1,Vera,Cat,Adoption,2026-01-02,2026-02-03',
      'C2,Max,Cat,Adoption,2026-01-02,',
    ],
    gives: [
      'Vera, Cat, on hold, reference C1',
      'Max, Cat, sold, reference C2, outcomeType adoption, outcomeOn 2026-01-02',
      'asked: movementtype ""',
    ],
  },
  {
    what: 'not in custody any more',
    content: ['Name,Animal ID,Species,Age (Y/M/D),In Custody', 'A,S1,Dog,1Y/0M/0D,Yes', 'B,S2,Dog,1Y/0M/0D,No'],
    gives: [
      'A, Dog, on hold, born 2025-11, reference S1',
      'B, Dog, sold, born 2025-11, reference S2',
      'asked: In Custody "Yes"',
    ],
  },
  {
    what: 'words of a status in other languages',
    content: [
      'Name;Tierart;Status',
      'A;Hund;zu vermitteln',
      'B;Hund;Reserviert',
      'C;Katze;Vermittelt',
      'D;Katze;verstorben',
      'E;Katze;in Quarantäne',
    ],
    gives: [
      'A, Hund, available',
      'B, Hund, pending',
      'C, Katze, sold, outcomeType adoption',
      'D, Katze, sold, outcomeType died',
      'E, Katze, on hold for in Quarantäne',
    ],
  },
  {
    what: 'outcomes and intakes in the words of municipal shelters',
    content: [
      'Animal ID,Name,Type,Intake Type,Intake Date,Outcome Type,Outcome Date',
      'M0,A0,DOG,STRAY,2026-09-01,EUTHANIZE,2026-10-05',
      'M1,A1,DOG,Stray/OTC,2026-09-01,REQ EUTH,2026-10-05',
      'M2,A2,DOG,OWNER SUR,2026-09-01,Humane Euthanasia,2026-10-05',
      'M3,A3,DOG,CONFISCATE,2026-09-01,RTO,2026-10-05',
      'M4,A4,DOG,Owner/Guardian Surrender,2026-09-01,Return To Owner/Guardian,2026-10-05',
      'M5,A5,DOG,EUTH REQ,2026-09-01,RESCUE,2026-10-05',
      'M6,A6,DOG,TRANSFER,2026-09-01,RTF,2026-10-05',
      'M7,A7,DOG,WILDLIFE,2026-09-01,DISPOSAL,2026-10-05',
      'M8,A8,DOG,STRAY,2026-09-01,FOSTER,2026-10-05',
      'M9,A9,DOG,STRAY,2026-09-01,TREATMENT,2026-10-05',
      'M10,A10,DOG,Mars,2026-09-01,Moon,2026-10-05',
    ],
    gives: [
      'A0, Dog, sold, intakeType stray, arrivedOn 2026-09-01, reference M0, outcomeType euthanised, outcomeOn 2026-10-05',
      'A1, Dog, sold, intakeType stray, arrivedOn 2026-09-01, reference M1, outcomeType euthanised, outcomeOn 2026-10-05',
      'A2, Dog, sold, intakeType owner_surrender, arrivedOn 2026-09-01, reference M2, outcomeType euthanised, outcomeOn 2026-10-05',
      'A3, Dog, sold, intakeType seized, arrivedOn 2026-09-01, reference M3, outcomeType return_to_owner, outcomeOn 2026-10-05',
      'A4, Dog, sold, intakeType owner_surrender, arrivedOn 2026-09-01, reference M4, outcomeType return_to_owner, outcomeOn 2026-10-05',
      'A5, Dog, sold, intakeType owner_surrender, arrivedOn 2026-09-01, reference M5, outcomeType transfer_out, outcomeOn 2026-10-05',
      'A6, Dog, sold, intakeType transfer_in, arrivedOn 2026-09-01, reference M6, outcomeType other, outcomeOn 2026-10-05',
      'A7, Dog, sold, intakeType other, arrivedOn 2026-09-01, reference M7, outcomeType died, outcomeOn 2026-10-05',
      'A8, Dog, on hold, intakeType stray, arrivedOn 2026-09-01, reference M8, whereabouts foster',
      'A9, Dog, on hold, intakeType stray, arrivedOn 2026-09-01, reference M9, whereabouts clinic',
      'A10, Dog, on hold for Moon, arrivedOn 2026-09-01, reference M10',
      'asked: Outcome Type "FOSTER"',
      'asked: Outcome Type "TREATMENT"',
      'asked: Outcome Type "Moon"',
      'not read: Intake Type "Mars"',
    ],
  },
  {
    what: 'sexes',
    content: [
      'Name,Species,Status,Sex',
      'A,Dog,available,N',
      'B,Dog,available,S',
      'C,Dog,available,Neutered',
      'D,Dog,available,Spayed',
      'E,Dog,available,Female (Spayed)',
      'F,Dog,available,weiblich',
      'G,Dog,available,U',
      'H,Dog,available,Sp?',
    ],
    gives: [
      'A, Dog, available, sex male, neutered true',
      'B, Dog, available, sex female, neutered true',
      'C, Dog, available, sex male, neutered true',
      'D, Dog, available, sex female, neutered true',
      'E, Dog, available, sex female, neutered true',
      'F, Dog, available, sex female',
      'G, Dog, available, sex unknown',
      'H, Dog, available',
      'not read: Sex "Sp?"',
    ],
  },
  {
    what: 'sizes',
    content: [
      'Name,Species,Status,Size',
      'A,Dog,available,MED',
      'B,Dog,available,X-LRG',
      'C,Dog,available,KITTN',
      'D,Dog,available,groß',
      'E,Dog,available,waist-high',
    ],
    gives: [
      'A, Dog, available, size medium',
      'B, Dog, available, size extra_large',
      'C, Dog, available',
      'D, Dog, available, size large',
      'E, Dog, available',
      'not read: Size "waist-high"',
    ],
  },
  {
    what: 'flags',
    content: [
      'Name,Species,Status,Neutered,Good with dogs,House trained',
      'A,Dog,available,ja,nein,x',
      'B,Dog,available,WAHR,Not tested,T',
      'C,Dog,available,Spayed,selective,F',
      'D,Dog,available,perhaps so,no,',
    ],
    gives: [
      'A, Dog, available, neutered true, houseTrained true, dogs false',
      'B, Dog, available, neutered true, houseTrained true',
      'C, Dog, available, neutered true, houseTrained false',
      'D, Dog, available, dogs false',
      'not read: Neutered "perhaps so"',
    ],
  },
  {
    what: 'ages in words',
    content: [
      'Animal ID,Name,Species,Status,Age,Intake Date',
      'A1,A,Dog,available,2 years,2026-02-03',
      'A2,B,Cat,available,6m 17d,2026-02-03',
      'A3,C,Cat,available,3 weeks,2026-02-03',
      'A4,D,Cat,available,NO AGE,2026-02-03',
      'A5,E,Cat,available,Senior,2026-02-03',
    ],
    gives: [
      'A, Dog, available, born 2024, arrivedOn 2026-02-03, reference A1',
      'B, Cat, available, born 2025-07, arrivedOn 2026-02-03, reference A2',
      'C, Cat, available, born 2026-01, arrivedOn 2026-02-03, reference A3',
      'D, Cat, available, arrivedOn 2026-02-03, reference A4',
      'E, Cat, available, arrivedOn 2026-02-03, reference A5',
      'not read: Age "Senior"',
    ],
  },
  {
    what: 'ages in numbers of months',
    content: ['Animal ID,Name,Species,Status,Age (Months),Intake Date', 'A1,A,Dog,available,18,2026-02-03'],
    gives: ['A, Dog, available, born 2024-08, arrivedOn 2026-02-03, reference A1'],
  },
  {
    what: 'words for nothing',
    content: [
      'Animal ID,Name,Species,Status,Breed,Color,Sex,DOB',
      'A1,NA,Dog,available,N/A,NULL,none,-',
      'A2,*ivy,Cat,available,unknown,nan,?,NULL',
    ],
    gives: ['A1, Dog, available, reference A1', 'ivy, Cat, available, reference A2'],
  },
];

test.each(cases.map(({ what, content, gives }) => [what, content, gives] as const))(
  '%s',
  async (_what, content, gives) => {
    const { rows, check } = await readFile(`${content.join('\n')}\n`);
    expect([...rows.map(describeRow), ...describeOpen(check)]).toEqual([...gives]);
  },
);
