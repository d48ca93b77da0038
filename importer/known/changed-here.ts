import { type Client, PetstoreError, type PetstoreEvent } from '../../client/index.ts';
import { type Field, stayFields } from './difference.ts';
import type { KnownAnimal } from './known-animals.ts';

/** Tells which of these fields of an animal somebody has changed here, since an import last did. */
export type ChangedHere = (animal: KnownAnimal, fields: readonly Field[]) => Promise<readonly Field[]>;

/**
 * Reads from events who has changed an animal: an import, or the key of this one, unless it is that of a person's device.
 * Fields of which no event tells any more, and all if the key may not read events, count as changed here.
 */
export async function readerOfChanges(client: Client, signal: AbortSignal): Promise<ChangedHere> {
  const isPerson = await client.people.self({ signal }).then(() => true, falseIf('person_not_found'));
  const own = isPerson ? undefined : (await client.keys.self({ signal })).id;
  const isImport = ({ importId, actor }: PetstoreEvent) =>
    importId !== undefined || (actor?.type === 'key' && actor.id === own);
  return async (animal, fields) => {
    // Since it was added, nothing of it has changed.
    if (animal.updatedAt !== undefined && animal.updatedAt === animal.createdAt) return [];
    const left = new Set(fields);
    const changed = new Set<Field>();
    try {
      for await (const event of client.events.list({ petId: animal.id, sort: '-id', signal })) {
        if (event.at === animal.createdAt || left.size === 0) return [...changed];
        const isOurs = isImport(event);
        for (const field of [...left].filter((one) => tellsOf(event, one))) {
          left.delete(field);
          if (!isOurs) changed.add(field);
        }
      }
    } catch (error) {
      if (!(error instanceof PetstoreError) || error.code !== 'insufficient_scope') throw error;
    }
    return [...changed, ...left];
  };
}

/** Whether it tells of a change of this field. That of a status changes how the stay began and ended. */
function tellsOf({ type, changes = [] }: PetstoreEvent, field: Field): boolean {
  if (type.startsWith('order.')) return stayFields.includes(field);
  return changes.some(
    (change) =>
      change.field === field ||
      change.field.startsWith(`${field}.`) ||
      field.startsWith(`${change.field}.`) ||
      (change.field === 'status' && stayFields.includes(field)),
  );
}

function falseIf(code: string) {
  return (error: unknown): false => {
    if (error instanceof PetstoreError && error.code === code) return false;
    throw error;
  };
}
