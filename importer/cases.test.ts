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
  {
    what: 'numbers that a spreadsheet has shortened',
    content: ['Name,Species,Status,Microchip', 'A,Dog,available,9.81021E+14', 'B,Dog,available,"9,85E+14"'],
    gives: [
      'Microchip is "9.81021E+14", which is a number whose last digits a spreadsheet has dropped. Format the column as text or as a number without decimals in the file it comes from, and save it again.',
      'Microchip is "9,85E+14", which is a number whose last digits a spreadsheet has dropped. Format the column as text or as a number without decimals in the file it comes from, and save it again.',
    ],
  },
  {
    what: 'one number in the spellings of spreadsheets',
    content: [
      'Name,Kind,Status,reference',
      'A,Dog,available,"=""985112000123456"""',
      "B,Dog,available,'985112000123457",
      'C,Dog,available,985 112 000 123 458',
      'D,Dog,available,985-112-000-123-459',
      'E,Dog,available,985112000​123460',
      'F,Dog,available,985112000123461.0',
    ],
    gives: [
      'A, Dog, available, reference 985112000123456',
      'B, Dog, available, reference 985112000123457',
      'C, Dog, available, reference 985112000123458',
      'D, Dog, available, reference 985112000123459',
      'E, Dog, available, reference 985112000123460',
      'F, Dog, available, reference 985112000123461',
    ],
  },
  {
    what: 'numbers of categories that a spreadsheet has shortened, beside their names',
    content: [
      'id,name,categoryId,status,category',
      '1,Frank,3.8164E+14,available,Dogs',
      '2,Bella,381640361325310,available,Dogs',
      '3,Otto,3.24466E+14,available,',
    ],
    gives: [
      'Frank, Dogs, available',
      'Bella, Dogs, available',
      'categoryId is "3.24466E+14", which is a number whose last digits a spreadsheet has dropped. Format the column as text or as a number without decimals in the file it comes from, and save it again.',
    ],
  },
  {
    what: 'one animal twice, the newest first',
    content: [
      'Animal ID,Name,Type,Intake Date,Outcome Type,Outcome Date',
      'R1,ROVER,DOG,2026-08-01,EUTHANASIA,2026-08-20',
      'R1,ROVER,DOG,2026-03-01,ADOPTION,2026-04-01',
    ],
    gives: [
      'ROVER, Dog, sold, arrivedOn 2026-08-01, reference R1, outcomeType euthanised, outcomeOn 2026-08-20',
      'ROVER, Dog, sold, arrivedOn 2026-03-01, reference R1, outcomeType adoption, outcomeOn 2026-04-01',
    ],
  },
  {
    what: 'one species in several spellings',
    content: ['Name,Species,Status', 'A,Dog,available', 'B,DOG,available', 'C,dogs,available', 'D,Hund,available'],
    gives: ['A, Dog, available', 'B, Dog, available', 'C, Dog, available', 'D, Hund, available'],
  },
  {
    what: 'one category in several spellings',
    content: ['Name,Category,Status', 'A,Big Dogs,available', 'B,big dogs ,available', 'C,BIG-DOGS,available'],
    gives: ['A, Big Dogs, available', 'B, big dogs, available', 'C, BIG-DOGS, available'],
  },
  {
    what: 'blank rows, missing and surplus cells',
    content: [
      'Name,Kind,Status,Breed',
      'A,Dog,available',
      ',,,',
      'B,Dog,available,Beagle,,',
      'C,Dog,available,Beagle,note,',
    ],
    gives: ['A, Dog, available', 'B, Dog, available, breed Beagle', 'The row has 6 cells, and the file has 4 columns.'],
  },
  {
    what: 'a stray quote',
    content: [
      'id,name,type,status',
      '1,Rex,Dog,available',
      '2,Ernie "The Beagle" Smith,Dog,available',
      '3,5" Tall,Dog,available',
    ],
    gives: [
      'Rex, Dog, available, reference 1',
      'Ernie "The Beagle" Smith, Dog, available, reference 2',
      '5" Tall, Dog, available, reference 3',
    ],
  },
  {
    what: 'print filters above the header',
    content: [
      'Print_Date,Site,Stage_',
      '"Friday, June 5, 2026",All,All',
      '',
      'AnimalNumber,AnimalName,Species,Stage,IntakeDateTime',
      'A1,CHIVE,Rabbit,Available,3/30/2026 10:17 AM',
    ],
    gives: ['CHIVE, Rabbit, available, arrivedOn 2026-03-30, reference A1'],
  },
  {
    what: 'dates in many forms',
    content: [
      'Animal ID,Name,Species,Status,Date of birth',
      'D1,A,Dog,available,1 May 2020',
      'D2,B,Dog,available,2020/05/01',
      'D3,C,Dog,available,05/2020',
      'D4,D,Dog,available,20200501',
      'D5,E,Dog,available,ca. 2019',
      'D6,F,Dog,available,1.5.2020',
      'D7,G,Dog,available,4/3/22',
    ],
    gives: [
      'A, Dog, available, born 2020-05-01, reference D1',
      'B, Dog, available, born 2020-05-01, reference D2',
      'C, Dog, available, born 2020-05, reference D3',
      'D, Dog, available, born 2020-05-01, reference D4',
      'E, Dog, available, born 2019, reference D5',
      'F, Dog, available, born 2020-05-01, reference D6',
      'G, Dog, available, reference D7',
      'not read: Date of birth "4/3/22" can be two days: which comes first, the day or the month?',
    ],
  },
  {
    what: 'an order of day and month that only the last row shows',
    content: [
      'Animal ID,Name,Species,Status,Intake date',
      'D1,A,Dog,available,02/11/2026',
      'D2,B,Dog,available,13/11/2026',
    ],
    gives: [
      'A, Dog, available, arrivedOn 2026-11-02, reference D1',
      'B, Dog, available, arrivedOn 2026-11-13, reference D2',
    ],
  },
  {
    what: 'days that cannot be',
    content: [
      'Animal ID,Name,Species,Status,Date of birth,Intake Date,Outcome Type,Outcome Date',
      'I1,A,Dog,available,1899-12-30,2026-10-01,,',
      'I2,B,Dog,available,0001-01-01,2999-12-31,,',
      'I3,C,Dog,available,2026-12-24,2026-10-01,,',
      'I4,D,Dog,sold,2020-05-01,2026-10-01,Adoption,2025-10-01',
    ],
    gives: [
      'A, Dog, available, arrivedOn 2026-10-01, reference I1',
      'B, Dog, available, reference I2',
      'C, Dog, available, arrivedOn 2026-10-01, reference I3',
      'D, Dog, sold, born 2020-05-01, arrivedOn 2026-10-01, reference I4, outcomeType adoption',
      'not read: Intake Date "2999-12-31" is not a date that there can be',
      'not read: Date of birth "2026-12-24" is in the future',
      'not read: Outcome Date "2025-10-01" is before the arrival on 2026-10-01',
    ],
  },
  {
    what: 'fees',
    content: [
      'Name,Species,Status,Adoption fee',
      'A,Dog,available,"75,50 €"',
      'B,Dog,available,75',
      'C,Dog,available,free',
      'D,Dog,available,75 or so',
    ],
    gives: [
      'A, Dog, available, fee 7550 EUR',
      'B, Dog, available',
      'C, Dog, available',
      'D, Dog, available',
      'not read: Adoption fee "75" has no currency ×2',
      'not read: Adoption fee "75 or so" is not an amount with one currency, such as 75.00 USD',
    ],
  },
  {
    what: 'a currency in the heading of fees, and an age instead of a day of birth',
    content: [
      'Name,Species,Status,Adoption fee (EUR),DOB',
      'A,Dog,available,75,approx. 2 yrs',
      'B,Dog,available,free,2020',
    ],
    gives: ['A, Dog, available, born 2024, fee 7500 EUR', 'B, Dog, available, born 2020, fee 0 EUR'],
  },
  {
    what: 'entities and tags of web pages',
    content: [
      'Name,Species,Status,Description,Breed',
      'Bella &amp; Beau,Dog,available,I&amp;#39;m <b>sweet</b><br>and &quot;calm&quot;,Collie &amp; Mix',
    ],
    gives: ['Bella & Beau, Dog, available, description I\'m sweet\nand "calm", breed Collie & Mix'],
  },
  {
    what: 'flags of Petfinder that say the contrary',
    content: [
      'ID,AnimalName,PrimaryBreed,Type,Status,NoDogs,NoCats,Altered',
      'P1,Rex,Beagle,Dog,A,1,,1',
      'P2,Ada,Siamese,Cat,X,,,',
      'P3,Bo,Siamese,Cat,F,,1,',
    ],
    gives: [
      'Rex, Dog, available, neutered true, breed Beagle, reference P1, dogs false',
      'Ada, Cat, sold, breed Siamese, reference P2, outcomeType adoption',
      'Bo, Cat, on hold for F, breed Siamese, reference P3, cats false',
      'asked: Status "F"',
    ],
  },
  {
    what: 'whether an animal is neutered, told by two columns',
    content: [
      'Name,Animal ID,Species,Age (Y/M/D),In Custody,Altered in Care,Altered before Arrival',
      'Mittens,S9,Cat,1Y/2M/0D,Yes,Yes,No',
    ],
    gives: ['Mittens, Cat, on hold, neutered true, born 2025-09, reference S9', 'asked: In Custody "Yes"'],
  },
  {
    what: 'photos in any list',
    content: [
      'Animal ID,Name,Species,Status,Photos',
      'P1,A,Dog,available,"a.jpg, b.jpg"',
      'P2,B,Dog,available,my dog.jpg|b.png',
      'P3,C,Dog,available,"[""a.jpg"",""b.jpg""]"',
      'P4,D,Dog,available,"https://e.example/w_1,h_2/a.jpg https://e.example/b"',
    ],
    gives: [
      'A, Dog, available, reference P1, photos a.jpg + b.jpg',
      'B, Dog, available, reference P2, photos my dog.jpg + b.png',
      'C, Dog, available, reference P3, photos a.jpg + b.jpg',
      'D, Dog, available, reference P4, photos https://e.example/w_1,h_2/a.jpg + https://e.example/b',
    ],
  },
  {
    what: 'an empty name',
    content: ['Animal ID,Name,Species,Status', 'A1,,Dog,available', ',,Dog,available', 'A3,Rex,,available'],
    gives: [
      'A1, Dog, available, reference A1',
      'There is no name and no reference number.',
      'There is no category: Species is empty.',
    ],
  },
];

test.each(cases.map(({ what, content, gives }) => [what, content, gives] as const))(
  '%s',
  async (_what, content, gives) => {
    const { rows, check } = await readFile(`${content.join('\n')}\n`);
    expect([...rows.map(describeRow), ...describeOpen(check)]).toEqual([...gives]);
  },
);
