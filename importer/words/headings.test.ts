import { describe, expect, test } from 'bun:test';
import { findHeading } from './words.ts';

describe('headings', () => {
  test.each([
    [
      'name',
      'Animal Name; Pet name; AnimalName; animalname; animal_name; NAME; Rufname; Nombre; Nom; Nome; ANIMALNAME; Animal_Name',
    ],
    [
      'species',
      'Species; speciesname; Animal Type; AnimalType; animal_type; Tierart; Especie; Espèce; espécie; ANIMALSPECIES',
    ],
    ['type', 'Type; type; Kind; Art; Tipo'],
    ['category', 'category; categoryId; Kategorie'],
    [
      'sex',
      'Sex; gender; sexname; Sex upon Intake; sex_upon_outcome; Geschlecht; sexo; Sexe; ANIMALSEX; Animal_Gender',
    ],
    ['breed', 'Breed; PrimaryBreed; Primary Breed; breedname; Rasse; raza; Race; raça; ANIMALBREED1'],
    ['color', 'Color; colour; PrimaryColor; primary_color; basecolour; Farbe; couleur; cor; ANIMALCOLOR'],
    ['size', 'Size; Pet Size; Size Group; Größe; GRÖSSE; Groesse; tamaño; taille; porte'],
    [
      'birthDate',
      'DOB; DateOfBirth; Date Of Birth; date_of_birth; birth_date; Geburtsdatum; Fecha de nacimiento; Date de naissance; ANIMALDOB',
    ],
    [
      'neutered',
      'SpayedNeutered; Altered; Altered in Care; Altered before arrival; Kastriert; kastriert?; esterilizado; Stérilisé(e); castrado; ANIMALNEUTERED',
    ],
    ['age', 'Age; Pet Age; animalage; Age (Y/M/D); Alter; Edad; Âge; idade'],
    ['ageAtIntake', 'Age upon Intake; Alter bei Aufnahme'],
    ['ageAtOutcome', 'age_upon_outcome; Age at Outcome'],
    ['ageInMonths', 'Age (Months); Alter (Monate); idade (meses)'],
    [
      'reference',
      'Animal ID; AnimalID; animal_id; Animal #; AnimalNumber; Rescue ID; sheltercode; ANIMALCODE; Tiernummer; Tier-Nr.; ID; id; reference; Impound Number; impound_no',
    ],
    [
      'microchip',
      'Microchip Number; ChipNumber; Microchip; Microchip #; Chipnummer; Chip-Nr.; número de microchip; N° de puce; ANIMALMICROCHIP',
    ],
    [
      'intakeType',
      'Intake Type; IntakeType; intake_type; intakereason; Aufnahmeart; ANIMALENTRYCATEGORY; Tipo de ingreso; Motif d’entrée',
    ],
    [
      'arrivedOn',
      'Intake Date; IntakeDate; In Date; IntakeDateTime; intakedate; Date In; arrival_date; Created Date; Aufnahmedatum; Fecha de ingreso; Date d’arrivée; data de entrada; ANIMALENTRYDATE',
    ],
    [
      'outcomeType',
      'Outcome Type; OutcomeType; outcome_type; movementtype; MOVEMENTTYPE; Abgangsart; Motivo de salida',
    ],
    [
      'outcomeOn',
      'Outcome Date; OutcomeDate; movementdate; MOVEMENTDATE; Vermittlungsdatum; Abgangsdatum; Fecha de adopción',
    ],
    ['eventOn', 'DateTime; datetime; Date; Datum'],
    ['deceasedOn', 'deceaseddate; ANIMALDECEASEDDATE; Deceased Date; Todesdatum'],
    ['euthanised', 'puttosleep; ANIMALEUTHANIZED; eingeschläfert'],
    ['dead', 'isdoa; isDead; verstorben'],
    ['notForAdoption', 'ANIMALNOTFORADOPTION; Not for adoption; isNotAvailableForAdoption'],
    ['forAdoption', 'Adoptable; Available for adoption; zu vermitteln'],
    ['status', 'Status; status; recordtype; record_type; Current Status; Estado; statut; situação; Availability'],
    ['stage', 'Stage; Review Stage'],
    [
      'location',
      'Location; Current_Location; location; Kennel; Standort; Ubicación; ANIMALLOCATION; Place; Where; Ort; Platz; Lugar; où; onde',
    ],
    ['photos', 'Photos; photo1; Image; ANIMALIMAGE; Fotos; Bild; imagen; Picture URL'],
    ['goodWith.dogs', 'Good with dogs; ANIMALGOODWITHDOGS; goodWith.dogs; verträglich mit Hunden; ok chiens'],
    ['goodWith.children', 'goodwithkids; ANIMALGOODWITHKIDS; kinderlieb; ok enfants'],
    ['houseTrained', 'Housetrained; ANIMALHOUSETRAINED; stubenrein; propre'],
    ['fee', 'Adoption Fee; adoption_fee; Schutzgebühr; Frais d’adoption'],
    ['description', 'Description; Desc; Kennel Card / Web Site Memo; Beschreibung; ANIMALDESCRIPTION'],
  ] as const)('%s: %s', (field, texts) => {
    for (const text of texts.split(/;\s+/))
      expect<[string, unknown]>([text, findHeading(text)?.field]).toEqual([text, field]);
  });

  test.each(
    `Found Location; Secondary Breed; SecondaryColor; Outcome Subtype; IntakeSubtype; Intake Condition; Jurisdiction; NoDogs; Bella; Beagle; 2024-01-03; 17; ; returnedreason; IntakeTime; Print_Date; ANIMALBREED2; age group; Microchipped; Animal`.split(
      '; ',
    ),
  )('%s is none', (text) => {
    expect(findHeading(text)).toBeUndefined();
  });

  test('the most telling of several columns of a field has the lowest rank', () => {
    const rankOf = (text: string) => findHeading(text)?.rank ?? Number.POSITIVE_INFINITY;
    expect(rankOf('Animal ID')).toBeLessThan(rankOf('id'));
    expect(rankOf('Outcome Date')).toBeLessThan(rankOf('Date adopted'));
    expect(rankOf('Intake Type')).toBeLessThan(rankOf('intakereason'));
    expect(rankOf('Status')).toBe(0);
    expect(rankOf('Tiernummer')).toBeLessThan(rankOf('Aktenzeichen'));
  });
});
