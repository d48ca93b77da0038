import { createMapping, type MappingRules } from '../../../client/import/mapping.ts';
import { aboutFields, profileFields, writeProfileCell } from '../../../client/import/profile-cells.ts';
import type { PetStatus, Profile } from '../../../client/index.ts';
import { factText, fieldLabel } from '../../profiles/profile-fields.ts';
import { pageTexts } from '../../texts/page-texts.ts';
import { statusWord } from '../../ui/words.ts';
import type { SourceFile } from '../file/source-file.ts';

const words = pageTexts.import;

/** A mapped row. A value is missing if its cells are invalid. */
export type PreviewRow = Readonly<ReturnType<typeof previewRows>[number]>;

/** The status of an animal without one. */
const defaultStatus: PetStatus = 'available';
/** No column can have this name. */
const sureColumn = '\0';
const sureName = 'name';

/** Maps the first rows for the preview. @throws UnusableMappingError */
export function previewRows(rules: MappingRules, { columns, firstRows }: SourceFile) {
  const map = createMapping(rules, columns);
  const all = [...columns, sureColumn];
  // Each field by itself, with others that cannot fail.
  const others: MappingRules = {
    nameColumns: [sureColumn],
    category: { kind: 'fixed', categoryId: 0n },
    status: { kind: 'none' },
    profile: [],
  };
  const mapName = createMapping({ ...others, nameColumns: rules.nameColumns }, all);
  const mapCategory = createMapping({ ...others, category: rules.category }, all);
  const mapStatus = createMapping({ ...others, status: rules.status }, all);
  const mapProfile = createMapping({ ...others, profile: rules.profile ?? [], dateOrder: rules.dateOrder }, all);
  return firstRows.map(({ line, cells }) => {
    const mapped = map(cells);
    const whole = [...columns.map((_, index) => cells[index] ?? ''), sureName];
    const [name, category, status] = [mapName(whole), mapCategory(whole), mapStatus(whole)];
    const profile = mapProfile(whole);
    return {
      line,
      isLeftOut: mapped.kind === 'leftOut',
      /** Why the row cannot be imported. */
      error: mapped.kind === 'unusable' ? mapped.reason : undefined,
      name: name.kind === 'animal' ? name.newPet.name : undefined,
      category: category.kind === 'animal' ? (category.categoryName ?? String(category.newPet.categoryId)) : undefined,
      status:
        status.kind === 'animal'
          ? statusWord({
              status: status.newPet.status ?? defaultStatus,
              profile: (profile.kind === 'animal' ? profile.profile : undefined) ?? {},
            })
          : undefined,
      /** What it says, in short. */
      profile: profile.kind === 'animal' ? profileText(profile.profile ?? {}) : undefined,
    };
  });
}

function profileText({ attributes = {}, ...profile }: Profile): string {
  const texts = profileFields.map((field) => {
    const text = writeProfileCell(field, profile);
    if (aboutFields[field].kind !== 'flag' || text === '') return factText(field, profile);
    return (text === 'yes' ? words.is : words.not)(fieldLabel(field));
  });
  return [...texts, ...Object.values(attributes)].filter((text) => text !== '').join(' · ');
}
