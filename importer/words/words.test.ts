import { describe, expect, test } from 'bun:test';
import type {
  IntakeType,
  OutcomeType,
  PetSex,
  PetSize,
  PetStatus,
  Profile,
  Whereabouts,
} from '../../client/types.gen.ts';
import { type HeadingField, headingFields, type Meaning, meanings, silences, type ValueField } from './meanings.ts';
import { readNeutered, readSex } from './sex.ts';
import { findHeading, fold, isNothing, languages, monthOf, readWord, unitOf, wordsOf } from './words.ts';

const tables = Object.entries(languages);
const valueFields = Object.keys(meanings).filter((field): field is ValueField => field in meanings);

/** All words for values, with what they stand for. */
const values = tables.flatMap(([language, { values }]) =>
  valueFields.flatMap((field) =>
    [...meanings[field], ...silences].flatMap((sense) => {
      const lists: Readonly<Record<string, string | undefined>> = values[field] ?? {};
      return wordsOf(lists[sense]).map((word) => ({ language, field, sense, word }));
    }),
  ),
);

const headings = tables.flatMap(([language, { headings }]) =>
  headingFields.flatMap((field) => wordsOf(headings[field]).map((word) => ({ language, field, sense: field, word }))),
);

/** What is compared of a word: a stem is not the word that is spelled like it. */
function keyOf(word: string): string {
  return `${word.startsWith('*') ? '*' : ''}${fold(word.replaceAll('#', ' number'))}${word.endsWith('*') ? '*' : ''}`;
}

/** Words that stand for several things in one field. */
function ambiguous(words: readonly { field: string; sense: string; word: string }[]): string[] {
  const groups = Map.groupBy(words, ({ field, word }) => `${field} ${keyOf(word)}`);
  return [...groups].flatMap(([key, group]) => {
    const senses = [...new Set(group.map(({ sense }) => sense))];
    return senses.length > 1 ? [`${key}: ${senses.join(', ')}`] : [];
  });
}

describe('tables', () => {
  test('every word is found as what it stands for', () => {
    for (const { field, sense, word, language } of values) {
      const found = readWord(field, word.replaceAll('*', ''));
      expect([language, field, word, found]).toEqual([language, field, word, sense === 'question' ? undefined : sense]);
    }
  });

  test('every stem finds texts that begin with it or contain it', () => {
    for (const { field, sense, word, language } of values.filter(({ word }) => /^\*|\*$/.test(word))) {
      const text = `${word.startsWith('*') ? 'qq ' : ''}${word.replaceAll('*', '')} qq`;
      expect([language, field, text, readWord(field, text)]).toEqual([
        language,
        field,
        text,
        sense === 'question' ? undefined : sense,
      ]);
    }
  });

  test('every heading is found as its field', () => {
    for (const { field, word } of headings)
      expect([word, findHeading(word.replaceAll('*', ''))?.field]).toEqual([word, field]);
  });

  test('no word stands for two things in one field, in no spelling and in no language', () => {
    expect(ambiguous(values)).toEqual([]);
    expect(ambiguous(headings.map((heading) => ({ ...heading, field: 'headings' })))).toEqual([]);
  });

  test('every word has letters or digits', () => {
    const all = [...values, ...headings].map(({ word }) => word);
    const blanks = tables.flatMap(([, { nothing }]) => wordsOf(nothing));
    expect([...all, ...blanks].filter((word) => fold(word) === '')).toEqual([]);
  });

  test('words for nothing are whole texts, and say nothing in every field that has no other sense for them', () => {
    for (const word of tables.flatMap(([, { nothing }]) => wordsOf(nothing))) {
      expect([word, isNothing(word), word.includes('*')]).toEqual([word, true, false]);
      for (const field of valueFields) {
        const own = values.find(
          (one) => one.field === field && fold(one.word) === fold(word) && !one.word.includes('*'),
        );
        const sense = own?.sense === 'question' ? undefined : (own?.sense ?? 'nothing');
        expect([field, word, readWord(field, word)]).toEqual([field, word, sense]);
      }
    }
  });

  test('no stem says that an animal is for adoption, or what sex it has', () => {
    const stems = values.filter(({ word }) => word.includes('*'));
    expect(stems.filter(({ field, sense }) => field === 'sex' || sense === 'available')).toEqual([]);
  });

  test('no stem takes the words of another field for a death', () => {
    const outcomes = new Set(values.filter(({ field }) => field === 'outcomeType').map(({ word }) => keyOf(word)));
    const others = values.filter(({ field, word }) => field !== 'outcomeType' && !outcomes.has(keyOf(word)));
    const deadly = others.filter(({ field, word }) => {
      const outcome = readWord('outcomeType', word.replaceAll('*', ''));
      return outcome === 'died' || (outcome === 'euthanised' && field !== 'intakeType');
    });
    expect(deadly).toEqual([]);
  });

  test('the words and names of the interface are read as themselves', () => {
    for (const sex of ['female', 'male', 'unknown'] as const) expect(readWord('sex', sex)).toBe(sex);
    for (const field of ['size', 'intakeType', 'outcomeType', 'whereabouts', 'status'] as const)
      for (const word of meanings[field]) expect([field, readWord(field, word)]).toEqual([field, word]);
    for (const species of meanings.species) expect(readWord('species', species)).toBe(species);
    const own = headingFields.filter(
      (field) => !['ageInYears', 'ageInMonths', 'ageInWeeks', 'ageInDays', 'eventOn', 'deceasedOn'].includes(field),
    );
    for (const field of own) expect([field, findHeading(field)?.field]).toEqual([field, field]);
  });

  test('the lists have all fields and words of the interface', () => {
    type GoodWith = keyof NonNullable<Profile['goodWith']>;
    type Column = Exclude<keyof Profile, 'goodWith' | 'birthDatePrecision'> | `goodWith.${GoodWith}`;
    type Lacks<All, Listed> = [Exclude<All, Listed>] extends [never] ? 'nothing' : Exclude<All, Listed>;
    const lacks: [
      Lacks<Column, HeadingField>,
      Lacks<PetSex, Meaning<'sex'>>,
      Lacks<PetSize, Meaning<'size'>>,
      Lacks<IntakeType, Meaning<'intakeType'>>,
      Lacks<OutcomeType, Meaning<'outcomeType'>>,
      Lacks<PetStatus, Meaning<'status'>>,
      Lacks<Whereabouts, Meaning<'whereabouts'>>,
    ] = ['nothing', 'nothing', 'nothing', 'nothing', 'nothing', 'nothing', 'nothing'];
    expect(new Set(lacks)).toEqual(new Set(['nothing']));
  });
});

test.each([
  ['Größe (cm)', 'grossecm'],
  ['GRÖSSE [cm]', 'grossecm'],
  ['Âge à l’entrée', 'agealentree'],
  ['ﬁxed', 'fixed'],
  ['  N/A ', 'na'],
  ['수컷', '수컷'.normalize('NFKD')],
  ['✔️', '✔'],
  ['– ?', ''],
])('%s folds to %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
  expect(fold(folded)).toBe(folded);
});

test.each(
  `NA; N/A; NULL; null; None; nan; -; –; ?; ...; unknown; UNK; keine; k.A.; k. A.; unbekannt; Desconocido; inconnu; ninguno; #N/A; n/d; ohne Namen; Sans nom`.split(
    '; ',
  ),
)('%s says nothing', (text) => {
  expect(isNothing(text)).toBe(true);
});

test.each(['Nan Bread', 'Nadia', 'Nonette', 'Kein Hund', '0', 'No'])('%s is a text', (text) => {
  expect(isNothing(text)).toBe(false);
});

/** Cells of real files by what they say; "?" is for what must be asked. */
function cells(field: ValueField, rows: Readonly<Record<string, string>>): void {
  const all = Object.entries(rows).flatMap(([sense, texts]) =>
    texts.split(/;\s+/).map((text) => [text, sense] as const),
  );
  test.each(all)(`${field}: %s is %s`, (text, sense) => {
    const expected: string | undefined = sense === '?' ? undefined : sense;
    expect<string | undefined>(readWord(field, text)).toBe(expected);
  });
}

cells('size', {
  small: 'SMALL; Small (1-19); S; TOY; klein; pequeño; Petit; Pequeno porte; XS; Small 25 lbs (11 kg) or less',
  medium: 'MED; Medium (20-59); M; Mittel; mittelgroß; Mediano; moyen; médio; Med. 26-60 lbs (12-27 kg)',
  large: 'LARGE; LRG; L; BIG; groß; GROSS; grande; grand; Large (60-99)',
  extra_large: 'X-LRG; XL; Extra Large (100+); extra_large; Very Large; sehr groß; gigante; très grand; X-Large',
  nothing: 'KITTN; KITTEN; PUPPY; U; n/a; -; Unknown; Welpe; filhote',
  '?': 'P; G; 3; 20 lbs; Small-Medium; Med-Large; klein bis mittel; mediano a grande; tan',
});

cells('flag', {
  yes: 'yes; Y; TRUE; T; 1; 1.0; x; ✓; ✔️; ja; J; WAHR; sí; Si; S; VERDADERO; oui; O; VRAI; sim; Up to date; geimpft; -1',
  no: 'no; N; FALSE; F; 0; 0.0; nein; FALSCH; non; FAUX; não; FALSO; Not vaccinated; nicht verträglich',
  nothing:
    'Not tested; Not sure; U; Unknown; unbekannt; Selective; NA; ?; Over 5; no se sabe; Non testé; nach Sympathie; talvez',
  '?': 'loves them; 12; maybe later today',
});

cells('intakeType', {
  stray:
    'Stray; STRAY; Stray/OTC; Stray Hold; Stray/Public Drop Off; Abandoned; Fundtier; Fundtier (Polizei); encontrado; Errant; Trouvé; resgate',
  owner_surrender: `OWNER SUR; Owner Surrender; Owner/Guardian Surrender; Owner/Guardian Surrender/OTC; Surrender; Public Assist; Euthanasia Request; EUTH REQ; Owner Requested Euthanasia;
    Moving; Unable to Afford; Allergies; Landlord issues; Incompatible with owner lifestyle; Litter relinquishment; Owner Deceased; Marriage/Relationship split; Abgabe; Abgabetier; Entrega voluntaria; Abandon par le propriétaire; Cession; entregue pelo tutor`,
  transfer_in:
    'TRANSFER; Transfer In; Transfer from Other Shelter; Transfer In/In State; Übernahme; Traslado; Transfert; Transferência',
  born_here:
    'Born in Shelter; Born Here; born_here; Im Tierheim geboren; Nacido en el refugio; Né au refuge; nascido no abrigo',
  seized:
    'CONFISCATE; Confiscated; Seized/Custody; Seized / Custody; Seized/Signed Over; Police Assist; Abuse/ neglect; Beschlagnahme; Sicherstellung; Decomiso; Saisie; Apreensão',
  other:
    'ADOPTION RETURN; RETURN; Return/Adoption; Return adopt - lifestyle issue; DISPO REQ; WILDLIFE; Injured Wildlife; S/N CLINIC; FOSTER; DISASTER; TNR - Trap/Neuter/Release; Rabies Monitoring; Service In; Rückgabe; Retour; Devolución; devolução',
  nothing: 'None; Sick/Injured; unknown; N/A',
  '?': 'Transfer Out; Owner Reclaim; Impound 7; Tuesday',
});

cells('outcomeType', {
  adoption:
    'ADOPTION; Adopted; Adoption - Offsite; Adopted!; vermittelt; Adoptado; adoptée; adotado; Adopción; Barn Cat; Foster Failure',
  return_to_owner: `RTO; Return to Owner; Return To Owner/Guardian; RETURNED TO OWNER; Reclaimed; RTO-ADOPT; Rto-Adopt; Redeemed; zurück an Besitzer; Rückgabe an Halter; devuelto a su dueño;
    rendu à son propriétaire; devolvido ao tutor`,
  transfer_out:
    'RESCUE; TRANSFER; Transfer Out; Transferred to rescue; Rescue Group; abgegeben an Tierheim; Traslado; Transfert; transferido',
  died: 'DISPOSAL; DISPO; Died; DIED; Died in care; Dead On Arrival; DOA; Unassisted Death; Unassisted Death - In Care; Deceased; verstorben; fallecido; décédé; óbito',
  euthanised:
    'EUTH; EUTHANIZE; Euthanasia; REQ EUTH; Humane Euthanasia; Owner Requested Euthanasia; Put to sleep; eingeschläfert; Eingeschlaefert; wurde eingeschläfert; eutanasiado; Euthanasié; eutanásia',
  other: `RTF; Return to Field; feral/wildlife; Released To Wild; Relocate; SNR; TNR; MISSING; LOST EXP; FOUND EXP; Stolen; Escaped; Lost in care; Clinic Out; Shelter-Neuter-Return;
    entlaufen; escapado; fugué; fugiu; Admin Missing`,
  foster:
    'FOSTER; Fostered; In Foster; Foster to adopt; Pflegestelle; auf Pflegestelle; en acogida; FA; Lar temporário',
  treatment: 'TREATMENT; SPAY; NEUTER; Spay/Neuter; clinic; Surgery; Tierarzt; in Behandlung; Clínica',
  nothing: '; None; N/A; -; still here; im Tierheim',
  '?': `FOUND ANIM; LOST; FOUND; Adoptable; Adoption Pending; adoption return; Reservation; Transfer In; vermittelbar; in Vermittlung; adoptable; en adopción; Bayreuth; retained;
    Adoption Event; Adoption Floor; Passed evaluation; Euthanasia scheduled; Pre-Euthanasia; do not euthanize; soll nicht eingeschläfert werden; Vermittlungshilfe; adoptez-moi; Adoption en cours; Transfer pending; RTO pending`,
});

cells('status', {
  available: `available; Adoptable; ADOPTABLE; For Adoption; Available for Adoption; available  for adoption.; Available - In Foster; zu vermitteln; in Vermittlung; verfügbar; en adopción; disponible; à l'adoption;
    À l’adoption; para adoção; disponível`,
  pending:
    'pending; reserved; Adoption Pending; Reserved - Smith; Hold - Adopted!; reserviert; Reserviert bis Freitag; reservado; réservé; Adoption Hold; en cours d’adoption; Pending Adoption',
  sold: 'sold; Adopted; ADOPTED; adopted ; Rehomed; vermittelt; Vermittelt am 3.5.; adoptado; adoptée; adotado; Healthy in Home',
  hold: `Bite Quarantine; quarantine; Rabies Quarantine 10 days; Legal hold; Stray hold; Hold - Bite/Scratch; Hold - Legal Notice; Evaluate; Evaluation; Medical; Medical Hold; Court case; Not for adoption; not available; Not Available For Adoption; Unavailable; Under treatment;
    Not yet available; Awaiting Spay/Neuter; Pending Evaluation; nicht zu vermitteln; derzeit nicht vermittelbar; Quarantäne; krank; no disponible; en cuarentena; non adoptable; en quarantaine; indisponível; On Hold`,
  nothing: 'None; N/A; unknown; -',
  '?': 'available soon; Available for foster; Available for rescue only; In Foster; Foster; in shelter; free; here; LOST; FOUND; bald zu vermitteln; im Tierheim; disponible próximamente; bientôt à l’adoption; em breve; Returned; noch nicht vermittelt; A; X; adoptez-moi; Household',
});

cells('whereabouts', {
  shelter: 'shelter; In kennel; Tierheim; refugio; au refuge; abrigo',
  foster: 'foster; In Foster Care; Foster Home; Pflegestelle; acogida; famille d’accueil',
  clinic: 'clinic; vet; Tierarzt; veterinario; vétérinaire',
  elsewhere: 'elsewhere; Offsite; Pension; hotel',
  '?': 'Building 4',
});

cells('species', {
  Dog: 'Dog; DOG; dogs; Canine; Hund; Hunde; perro; Chien; Cachorro; cão; Puppy',
  Cat: 'CAT; Cats; feline; Katze; Kater; gata; Chat; gato; KITTEN',
  Rabbit: 'House Rabbit; RABBIT; Kaninchen; conejo; lapin; coelho',
  'Guinea Pig': 'guinea pig; Guinea Pigs; Meerschweinchen; cobaya; Cochon d’Inde; porquinho-da-índia',
  Bird: 'BIRD; birds; Vogel; Vögel; ave; oiseau; pássaro',
  Rat: 'Rat; Ratte; rata',
  Mouse: 'mice; Maus; ratón; souris; camundongo',
  Turtle: 'Turtle/Tortoise; Schildkröte; tortuga; tortue; tartaruga',
  'Small Animal': 'Small&Furry; Small Animal; rodent; Kleintiere; NAC',
  Livestock: 'LIVESTOCK; Barnyard; Nutztier',
  nothing: 'OTHER; Sonstige; otro; NA; ?',
  '?': 'Beagle; A (Stray Dog); Wombat',
});

cells('ageUnit', {
  year: 'years; YEAR; yrs; y; Jahre; Jahr; años; ans; anos',
  month: 'months; m; MONTHS; mos; Monate; meses; mois; mês',
  week: 'weeks; WEEK; wks; Wochen; semanas; semaines',
  day: 'days; d; Tage; días; jours',
  nothing: 'NO AGE; Adult; Senior; Baby; Welpe; adulte',
  '?': 'hours; j',
});

cells('month', {
  '1': 'January; Jan.; Jänner; enero; janvier; janeiro',
  '2': 'Feb; FEB; février; fevereiro',
  '3': 'März; Mrz; marzo; mars; março; Mar',
  '5': 'May; Mai; mayo; maio',
  '8': 'août; Aug; agosto; ago',
  '9': 'Sept.; setembro; septiembre; set',
  '12': 'Dez; dic; déc.; December',
  nothing: 'Friday; Freitag; lundi',
  '?': 'Smarch',
});

test('months are numbers, and what is no month or no unit of age is none', () => {
  expect(['Feb', 'März', 'diciembre', 'Friday', 'Smarch', ''].map(monthOf)).toEqual([
    2,
    3,
    12,
    undefined,
    undefined,
    undefined,
  ]);
  expect(['y', 'Monate', 'Adult', 'hours'].map(unitOf)).toEqual(['year', 'month', undefined, undefined]);
});

describe('sex', () => {
  test.each([
    ['F; female; Female; weiblich; W; Hündin; Kätzin; hembra; H; fêmea; Femelle; ♀; Girl', { sex: 'female' }],
    ['M; male; männlich; Rüde; Kater; Macho; Mâle; ♂; Boy; Male dog', { sex: 'male' }],
    ['U; Unknown; UNKNOWN; unbekannt; desconocido; inconnu', { sex: 'unknown' }],
    [
      'Spayed Female; Female (Spayed); FS; S; SPAYED; spayed; F/S; Female, neutered; Female - Altered; weiblich, kastriert; weiblich kastriert; w/k; Hündin (kastriert); hembra esterilizada; Esterilizada; femelle stérilisée; fêmea castrada; FemaleSpayed; Neutered Female',
      { sex: 'female', neutered: true },
    ],
    [
      'Neutered Male; Male (Neutered); MN; N; NEUTERED; M/N; male, castrated; Neutered/Male; männlich kastriert; Männlich-kastriert; mk; Kater kastriert; Rüde, kastriert; macho castrado; Castrado macho; mâle stérilisé; mâle castré; Wallach',
      { sex: 'male', neutered: true },
    ],
    [
      'Intact Female; Female intact; Female, not spayed; FI; Unspayed Female; weiblich unkastriert; Hündin, nicht kastriert; hembra entera; femelle non stérilisée; fêmea não castrada',
      { sex: 'female', neutered: false },
    ],
    [
      'Intact Male; Male/Intact; Male (not neutered); Entire Male; Rüde unkastriert; macho sin castrar; mâle entier',
      { sex: 'male', neutered: false },
    ],
    ['Altered; kastriert; Spayed/Neutered; castrado; stérilisé', { neutered: true }],
    ['Intact; unaltered; unkastriert; entero', { neutered: false }],
    ['Unknown, neutered', { sex: 'unknown', neutered: true }],
    ['Female / Unknown', { sex: 'female' }],
    ['N/A; -; NULL; None', 'nothing'],
    [
      'Male and Female; Male Female; Intact Neutered; Spayed, not spayed; Large; a female who likes to sit in the sun all day; 2',
      undefined,
    ],
  ] as const)('%s', (texts, read) => {
    for (const text of texts.split(/;\s+/)) expect<[string, unknown]>([text, readSex(text)]).toEqual([text, read]);
  });

  test.each([
    [
      'Yes; Y; ja; 1; Spayed; Neutered; S; Altered; kastriert; castrada; Spayed Female; Fixed; sterilisiert; oui; x',
      true,
    ],
    ['No; N; 0; nein; Intact; unkastriert; nicht kastriert; F; Intact Male; entier; sin castrar; FALSE', false],
    ['Unknown; U; NA; -; Not sure; unbekannt', 'nothing'],
    ['Male; soon', undefined],
  ] as const)('whether it is neutered: %s', (texts, read) => {
    for (const text of texts.split(/;\s+/)) expect<[string, unknown]>([text, readNeutered(text)]).toEqual([text, read]);
  });
});
