import { Table, Text } from '@mantine/core';
import { writeProfileCell } from '../../../importer/export/write-cell.ts';
import type { MappedAnimal, MappedRow } from '../../../importer/map/mapping.ts';
import { aboutFields, profileFields } from '../../../importer/profile-fields.ts';
import { formatDay } from '../../lib/formats.ts';
import { factText, fieldLabel } from '../../profiles/profile-fields.ts';
import { texts } from '../../texts/page-texts.ts';
import { sayFaults } from '../../ui/failure.tsx';
import { statusWord } from '../../ui/inline.tsx';
import { type ChoicesProps, toMapping } from './choices.ts';

const words = texts.import;

/** What becomes of the first rows. */
export function Preview({ source, choices }: Pick<ChoicesProps, 'source' | 'choices'>) {
  const { firstRows } = source;
  const mapping = toMapping(choices, source);
  if (firstRows.length === 0 || mapping === undefined) return null;
  return (
    <Table aria-label={words.preview} fz="sm" horizontalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={52} visibleFrom="xs">
            {words.line}
          </Table.Th>
          <Table.Th>{texts.ui.name}</Table.Th>
          <Table.Th>{texts.pets.category}</Table.Th>
          <Table.Th>{texts.listing.status}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {firstRows.map((row) => (
          <PreviewedRow key={row.line} line={row.line} row={mapping(row)} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function PreviewedRow({ line, row }: { line: number; row: MappedRow }) {
  if (row.kind !== 'animal')
    return (
      <Table.Tr c={row.kind === 'leftOut' ? 'dimmed' : 'var(--mantine-color-error)'}>
        <Table.Td visibleFrom="xs">{line}</Table.Td>
        <Table.Td colSpan={3} className="name">
          {row.kind === 'leftOut' ? words.leftOutCell : `✗ ${sayFaults(row.faults)}`}
        </Table.Td>
      </Table.Tr>
    );
  const { newPet, profile = {}, categoryName } = row;
  const { status = 'available' } = newPet;
  const text = profileText(row);
  return (
    <>
      <Table.Tr {...(text !== '' && { bd: 'none' })}>
        <Table.Td visibleFrom="xs">{line}</Table.Td>
        <Table.Td className="name">{newPet.name}</Table.Td>
        <Table.Td className="name">{categoryName ?? String(newPet.categoryId)}</Table.Td>
        <Table.Td>
          {row.undecided === undefined
            ? statusWord({ status, profile }, profile.holdReason === undefined)
            : texts.petStatuses.pending}
        </Table.Td>
      </Table.Tr>
      {text !== '' && (
        <Table.Tr>
          <Table.Td colSpan={4} pt={0} c="dimmed" className="name">
            <Text size="sm" lineClamp={6}>
              {text}
            </Text>
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

/** What the line above does not say. */
function profileText({ profile = {}, undecided }: MappedAnimal): string {
  const { attributes = {}, holdUntil: _, outcomeType: __, holdReason, ...others } = profile;
  const shown = undecided === undefined && holdReason !== undefined ? { ...others, holdReason } : others;
  const facts = profileFields.map((field) => {
    const text = writeProfileCell(field, shown);
    const { kind } = aboutFields[field];
    if (text !== '' && kind === 'date') return `${fieldLabel(field)}: ${formatDay(text)}`;
    if (text !== '' && kind === 'flag') return (text === 'yes' ? words.is : words.not)(fieldLabel(field));
    return factText(field, shown);
  });
  return [...facts, ...Object.values(attributes)].filter((text) => text !== '').join(' · ');
}
