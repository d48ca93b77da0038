import { Table, Text } from '@mantine/core';
import type { Profile } from '../../../client/index.ts';
import { writeProfileCell } from '../../../importer/export/write-cell.ts';
import type { MappedRow } from '../../../importer/map/mapping.ts';
import { aboutFields, profileFields } from '../../../importer/profile-fields.ts';
import { factText, fieldLabel } from '../../profiles/profile-fields.ts';
import { texts } from '../../texts/page-texts.ts';
import { statusWord } from '../../ui/inline.tsx';
import { Card } from '../../ui/page.tsx';
import { type ChoicesProps, toMapping } from './choices.ts';

const words = texts.import;

/** What becomes of the first rows. */
export function Preview({ source, choices }: Pick<ChoicesProps, 'source' | 'choices'>) {
  const { firstRows } = source;
  if (firstRows.length === 0) return null;
  const mapping = toMapping(choices, source);
  return (
    <Card title={words.previewOf(firstRows.length)}>
      {mapping === undefined ? (
        <Text c="dimmed">{words.incomplete}</Text>
      ) : (
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
            {firstRows.map((row) => (
              <PreviewedRow key={row.line} line={row.line} row={mapping(row)} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Card>
  );
}

function PreviewedRow({ line, row }: { line: number; row: MappedRow }) {
  if (row.kind !== 'animal')
    return (
      <Table.Tr c={row.kind === 'leftOut' ? 'dimmed' : 'var(--mantine-color-error)'}>
        <Table.Td>{line}</Table.Td>
        <Table.Td colSpan={3} className="name">
          {row.kind === 'leftOut' ? words.leftOutCell : `✗ ${texts.lib.said(row.reason)}`}
        </Table.Td>
      </Table.Tr>
    );
  const { newPet, profile = {}, categoryName } = row;
  const { status = 'available' } = newPet;
  const text = profileText(profile);
  return (
    <>
      <Table.Tr {...(text !== '' && { bd: 'none' })}>
        <Table.Td>{line}</Table.Td>
        <Table.Td className="name">{newPet.name}</Table.Td>
        <Table.Td className="name">{categoryName ?? String(newPet.categoryId)}</Table.Td>
        <Table.Td className="name">
          {row.undecided === undefined ? statusWord({ status, profile }) : words.onHold}
        </Table.Td>
      </Table.Tr>
      {text !== '' && (
        <Table.Tr>
          <Table.Td colSpan={4} pt={0} c="dimmed" className="name">
            {text}
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

function profileText({ attributes = {}, holdUntil: _, ...profile }: Profile): string {
  const facts = profileFields.map((field) => {
    const text = writeProfileCell(field, profile);
    if (aboutFields[field].kind !== 'flag' || text === '') return factText(field, profile);
    return (text === 'yes' ? words.is : words.not)(fieldLabel(field));
  });
  return [...facts, ...Object.values(attributes)].filter((text) => text !== '').join(' · ');
}
