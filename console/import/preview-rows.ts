import { createMapping, type MappingRules } from '../../client/import/mapping.ts';
import type { PetStatus } from '../../client/index.ts';
import { isolated } from '../shared/isolated.ts';
import type { SourceFile } from './source-file.ts';

/** What becomes of a cell, or in a word why nothing does. */
export type PreviewCell = { readonly value: string } | { readonly fault: string };

/** What becomes of a row. */
export interface PreviewRow {
  readonly line: number;
  readonly name: PreviewCell;
  readonly category: PreviewCell;
  readonly status: PreviewCell;
  /** What is wrong with the row as a whole. */
  readonly fault: string | undefined;
}

/** What an animal is when nothing is said of it. */
const defaultStatus: PetStatus = 'available';
/** No column of a file is called so. */
const sureColumn = '\0';

/** What would become of the first rows. @throws UnusableMappingError */
export function previewRows(rules: MappingRules, { columns, firstRows }: SourceFile): PreviewRow[] {
  const all = [...columns, sureColumn];
  // Each field by itself, with others that cannot fail.
  const others: MappingRules = {
    nameColumns: [sureColumn],
    category: { kind: 'fixed', categoryId: 0n },
    status: { kind: 'none' },
  };
  const mapName = createMapping({ ...others, nameColumns: rules.nameColumns }, all);
  const mapCategory = createMapping({ ...others, category: rules.category }, all);
  const mapStatus = createMapping({ ...others, status: rules.status }, all);
  const statusAt = columns.findIndex(
    (column) => rules.status.kind === 'column' && column.trim() === rules.status.column,
  );
  return firstRows.map(({ line, cells }) => {
    const whole = [...columns.map((_, index) => cells[index] ?? ''), sureColumn];
    const [name, category, status] = [mapName(whole), mapCategory(whole), mapStatus(whole)];
    const isShort = cells.length !== columns.length;
    return {
      line,
      name: name.kind === 'animal' ? { value: name.newPet.name } : { fault: 'empty' },
      category:
        category.kind === 'animal'
          ? { value: category.categoryName ?? String(category.newPet.categoryId) }
          : { fault: 'empty' },
      status:
        status.kind === 'animal'
          ? { value: status.newPet.status ?? defaultStatus }
          : { fault: `“${isolated((whole[statusAt] ?? '').trim())}” is no status` },
      fault: isShort ? `${cells.length} cells, but ${columns.length} columns` : undefined,
    };
  });
}
