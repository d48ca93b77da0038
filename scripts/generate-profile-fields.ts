import { declaredFields, type FieldDeclaration } from '../contract/profile-fields.ts';

/** What the import, the export and the console have to know of each column of a profile: some fields have several. */
export function generateProfileFields(): string {
  const rows = Object.entries<FieldDeclaration>(declaredFields).flatMap(([name, field]) => rowsOf(name, field));
  const lines = rows.map(([name, row]) => `  '${name}': ${JSON.stringify(row)},\n`);
  const { tags, attributes } = declaredFields;
  const limits = {
    tags: { maxItems: tags.maxItems, maxLength: tags.maxLength },
    attributes: {
      maxItems: attributes.maxItems,
      maxNameLength: attributes.maxNameLength,
      maxLength: attributes.maxLength,
    },
  };
  return (
    '// Generated from contract/profile-fields.ts by scripts/generate-profile-fields.ts. Do not edit.\n\n' +
    `export const profileList = {\n${lines.join('')}} as const;\n\n` +
    `export const profileLimits = ${JSON.stringify(limits)} as const;\n`
  );
}

function rowsOf(name: string, field: FieldDeclaration): [name: string, row: object][] {
  const { label = toWords(name), hint, placeholder } = field;
  switch (field.kind) {
    case 'flags':
      return field.members.map((member) => [
        `${name}.${member}`,
        { kind: 'flag', label: `${label} ${member}`, member },
      ]);
    case 'word':
      return field.of === undefined ? [[name, { kind: 'word', label, hint, words: field.words }]] : [];
    case 'date':
      return [[name, { kind: 'date', label, hint, placeholder: placeholder ?? field.example }]];
    default: {
      const hasLines = field.kind === 'attributes' || (field.kind === 'text' && field.hasLines) || undefined;
      const maxLength = field.kind === 'text' ? field.maxLength : undefined;
      return [[name, { kind: field.kind, label, hint, placeholder, hasLines, maxLength }]];
    }
  }
}

/** `arrivedOn` is "Arrived on". */
function toWords(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

if (import.meta.main) {
  await Bun.write(new URL('../importer/profile-list.gen.ts', import.meta.url), generateProfileFields());
}
