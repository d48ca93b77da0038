import { fieldError } from '../../errors/faults.ts';
import { ServiceError, validationFailed } from '../../errors/service-error.ts';
import type { Stamp } from '../../record/events/model.ts';
import type { Transaction } from '../../store/statement.ts';
import { addAnimals } from './add-rules.ts';
import type { Import, ImportRow, RowOutcome } from './model.ts';
import { type ImportedRow, refusal } from './parts-rules.ts';
import { addToCounts, findByKey, findOutcomes, saveAnimals, saveOutcomes } from './sql.ts';
import { updateAnimal } from './update-rules.ts';

/**
 * Adds and changes the animals of rows. A row that cannot be imported is refused by itself. One that was sent before has the result
 * of the first time; one that was refused then, or has another key, is tried again.
 * @throws ServiceError `validation_failed` for repeated numbers, `import_closed` for new rows of an import that is not running
 */
export async function importRows(
  tx: Transaction,
  { id, state }: Import,
  rows: readonly ImportRow[],
  { at, actor }: Stamp,
): Promise<{ results: RowOutcome[] }> {
  const numbers = rows.map(({ row }) => row);
  requireDistinct(numbers);
  const outcomes = await findOutcomes(tx, id, numbers);
  const due = rows.filter(({ row, key }) => {
    const outcome = outcomes.get(row);
    const isOther = key !== undefined && key !== outcome?.key;
    return outcome === undefined || isOther || (outcome.result === 'refused' && state === 'running');
  });
  if (due.length > 0 && state !== 'running') {
    throw new ServiceError(
      'import_closed',
      `The import ${id} is ${state} and takes no further rows. Nothing was changed.`,
    );
  }
  const counts = { added: 0n, updated: 0n, unchanged: 0n, refused: 0n };
  for (const { row } of due) if (outcomes.get(row)?.result === 'refused') counts.refused -= 1n;
  const keys = new Map(due.map(({ row, key }) => [row, key]));
  const imported = await importAll(tx, due, { at, actor, importId: id });
  for (const { outcome } of imported) {
    counts[outcome.result] += 1n;
    outcomes.set(outcome.row, { ...outcome, key: keys.get(outcome.row) });
  }
  if (due.length > 0) {
    const { added, updated, unchanged, refused } = counts;
    await addToCounts(tx, added, updated, unchanged, refused, id);
    const changed = due.flatMap(({ row }) => outcomes.get(row) ?? []);
    await saveOutcomes(tx, id, changed);
  }
  return { results: numbers.flatMap((row) => outcomes.get(row) ?? []) };
}

async function importAll(tx: Transaction, rows: readonly ImportRow[], stamp: Required<Stamp>): Promise<ImportedRow[]> {
  const others: ImportedRow[] = [];
  const additions = [];
  const updates = [];
  const keys = rows.flatMap(({ key, add }) => (key === undefined || add === undefined ? [] : [key]));
  const known = await findByKey(tx, keys);
  for (const { row, key = '', faults, add, update, ...rest } of rows) {
    const petId = known.get(key);
    if (faults !== undefined) others.push(refusal(row, validationFailed(faults)));
    else if (petId !== undefined && update === undefined) others.push({ outcome: { row, result: 'unchanged', petId } });
    else if (add !== undefined && update === undefined) additions.push({ row, add, ...rest });
    else if (update !== undefined && add === undefined) updates.push({ row, update, ...rest });
    else others.push(refusal(row, validationFailed([fieldError('#', 'add_or_update')])));
  }
  const imported = await addAnimals(tx, additions, stamp);
  const animals = imported.flatMap(({ animal }) => animal ?? []);
  await saveAnimals(tx, stamp.importId, animals);
  for (const one of updates) {
    const updated = await updateAnimal(tx, one, stamp);
    // At once, for the next row of the same animal.
    if (updated.animal !== undefined) await saveAnimals(tx, stamp.importId, [updated.animal]);
    imported.push(updated);
  }
  return [...others, ...imported];
}

/** @throws ServiceError `validation_failed` */
function requireDistinct(numbers: readonly bigint[]): void {
  const repeated = numbers.findIndex((row, index) => numbers.indexOf(row) < index);
  if (repeated === -1) return;
  throw validationFailed([fieldError(`#/rows/${repeated}/row`, 'distinct_rows')]);
}
