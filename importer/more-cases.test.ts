import { expect, test } from 'bun:test';
import { describeOpen, describeRow, readFile } from '../tests/support/data/reading.ts';

/** Further files as shelters have them; see `cases.test.ts`. */
const cases: readonly { what: string; content: readonly string[]; gives: readonly string[] }[] = [
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
