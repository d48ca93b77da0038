import { Alert, Table, Text } from '@mantine/core';
import { createMapping, type Mapping, type MappingRules } from '../../../client/import/mapping.ts';
import { aboutFields, profileFields, writeProfileCell } from '../../../client/import/profile-cells.ts';
import { UnusableMappingError } from '../../../client/import/unusable-mapping-error.ts';
import type { PetStatus, Profile } from '../../../client/index.ts';
import { factText, fieldLabel } from '../../profiles/profile-fields.ts';
import { texts } from '../../texts/page-texts.ts';
import { statusWord } from '../../ui/inline.tsx';
import { Card } from '../../ui/page.tsx';
import type { SourceFile } from '../file/source-file.ts';
import { type ChoicesProps, toMapping, toRules } from './choices.ts';

const words = texts.import;

export function Preview({ source, choices }: Pick<ChoicesProps, 'source' | 'choices'>) {
  const { firstRows } = source;
  if (firstRows.length === 0) return null;
  const rules = toRules(choices, source);
  const mapping = toMapping(choices, source);
  return (
    <Card title={words.previewOf(firstRows.length)}>
      {rules === undefined || mapping === undefined ? (
        <Text c="dimmed">{words.incomplete}</Text>
      ) : mapping instanceof UnusableMappingError ? (
        <Alert color="red" title={words.notLikeThis} role="alert">
          {mapping.problems.map((error) => (
            <Text key={error} size="sm" className="name">
              {texts.lib.said(error)}
            </Text>
          ))}
        </Alert>
      ) : (
        <PreviewTable rows={previewRows(mapping, rules, source)} />
      )}
    </Card>
  );
}

function PreviewTable({ rows }: { rows: readonly PreviewRow[] }) {
  const unusable = rows.filter(({ error }) => error !== undefined).length;
  const leftOut = rows.filter(({ isLeftOut }) => isLeftOut).length;
  return (
    <>
      <Text role="status">
        {unusable === 0 ? (leftOut === 0 ? words.allUsable : words.othersUsable) : words.unusable(unusable)}
        {leftOut > 0 && ` ${words.leftOutOf(leftOut)}`}
      </Text>
      <Table layout="fixed" aria-label={words.preview} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={52}>{words.line}</Table.Th>
            <Table.Th>{texts.ui.name}</Table.Th>
            <Table.Th>{texts.pets.category}</Table.Th>
            <Table.Th>{texts.listing.status}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <PreviewedRow key={row.line} row={row} />
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

function PreviewedRow({ row }: { row: PreviewRow }) {
  const { line, name, category, status, profile, isLeftOut, error } = row;
  const isRejected = error !== undefined;
  const hasProfile = profile !== '' && !isLeftOut;
  return (
    <>
      <Table.Tr {...((isRejected || hasProfile) && { bd: 'none' })} {...(isLeftOut && { c: 'dimmed' })}>
        <Table.Td>{line}</Table.Td>
        <Cell value={name} />
        <Cell value={category} />
        <Cell value={isLeftOut ? words.leftOutCell : status} />
      </Table.Tr>
      {hasProfile && (
        <Table.Tr {...(isRejected && { bd: 'none' })}>
          <Table.Td colSpan={4} pt={0} c="dimmed" className="name">
            {profile ?? wrong}
          </Table.Td>
        </Table.Tr>
      )}
      {isRejected && (
        <Table.Tr>
          <Table.Td colSpan={4} pt={0} c="var(--mantine-color-error)" className="name">
            ✗ {texts.lib.said(error)}
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

const wrong = (
  <Text span inherit c="var(--mantine-color-error)">
    ✗
  </Text>
);

function Cell({ value }: { value: string | undefined }) {
  return <Table.Td className="name">{value ?? wrong}</Table.Td>;
}

/** A mapped row. A value is missing if its cells are invalid. */
type PreviewRow = Readonly<ReturnType<typeof previewRows>[number]>;

const defaultStatus: PetStatus = 'available';
/** No column can have this name. */
const sureColumn = '\0';
const sureName = 'name';

function previewRows(map: Mapping, rules: MappingRules, { columns, firstRows }: SourceFile) {
  const all = [...columns, sureColumn];
  // Each field by itself, with others that cannot fail.
  const others: MappingRules = {
    nameColumns: [sureColumn],
    category: { kind: 'fixed', categoryId: 0n },
    status: { kind: 'none' },
    profile: [],
  };
  const only = (own: Partial<MappingRules>) => {
    const mapOne = createMapping({ ...others, ...own }, all);
    return (cells: readonly string[]) => {
      const mapped = mapOne(cells);
      return mapped.kind === 'animal' ? mapped : undefined;
    };
  };
  const nameIn = only({ nameColumns: rules.nameColumns });
  const categoryIn = only({ category: rules.category });
  const statusIn = only({ status: rules.status });
  const profileIn = only({ profile: rules.profile ?? [], dateOrder: rules.dateOrder });
  return firstRows.map(({ line, cells }) => {
    const mapped = map(cells);
    const whole = [...columns.map((_, index) => cells[index] ?? ''), sureName];
    const [category, animal, about] = [categoryIn(whole), statusIn(whole), profileIn(whole)];
    const { profile = {} } = about ?? {};
    return {
      line,
      isLeftOut: mapped.kind === 'leftOut',
      error: mapped.kind === 'unusable' ? mapped.reason : undefined,
      name: nameIn(whole)?.newPet.name,
      category: category && (category.categoryName ?? String(category.newPet.categoryId)),
      status: animal && statusWord({ status: animal.newPet.status ?? defaultStatus, profile }),
      profile: about && profileText(profile),
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
