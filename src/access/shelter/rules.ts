import type { OperatorShelter } from '../../api/call.ts';
import { fieldError } from '../../errors/faults.ts';
import { validationFailed } from '../../errors/service-error.ts';
import { findShelterZone } from '../../record/settings/stored-rules.ts';
import { findSetting, saveSetting } from '../../store/settings.ts';
import type { Queryable, Transaction } from '../../store/statement.ts';
import type { NewAuditEvent } from '../audit-events/model.ts';
import { recordAuditEvent } from '../audit-events/rules.ts';
import { factsOf, logoAddress, readLogo, type ShelterChanges, type StoredShelter } from './model.ts';

/** Of an installation. */
interface Place {
  readonly shelter: OperatorShelter;
  /** The public address of the service. */
  readonly origin: string;
}

const shelterSetting = 'shelter';

/** As it is stored, to recognize what has not changed. */
export async function findShelterText(db: Queryable): Promise<string> {
  return (await findSetting(db, shelterSetting)) ?? '{}';
}

export function readShelter(text: string): StoredShelter {
  return JSON.parse(text);
}

export async function findShelter(db: Queryable, { shelter, origin }: Place) {
  const { logo, ...stored } = readShelter(await findShelterText(db));
  const { zone } = await findShelterZone(db);
  const storedLogoUrl = logo && logoAddress(origin, readLogo(logo));
  const { logoUrl = storedLogoUrl, pageUrl: url } = shelter;
  const facts = factsOf(stored, shelter.facts);
  return {
    ...facts,
    languages: [...facts.languages],
    timeZone: zone.name,
    ...(logoUrl !== undefined && { logoUrl }),
    ...(url !== undefined && { url }),
    locked: lockedFields(shelter),
  };
}

/**
 * Stores what is different from what is shown now.
 * @throws ServiceError `validation_failed` for another value of what the operator has set
 */
export async function changeShelter(
  tx: Transaction,
  changes: ShelterChanges,
  shown: { readonly locked: readonly string[] },
  stamp: Omit<NewAuditEvent, 'type'>,
): Promise<void> {
  const current = new Map<string, unknown>(Object.entries(shown));
  const changed = Object.entries(changes).filter(([name, value]) => !Bun.deepEquals(value, current.get(name) ?? null));
  if (changed.length === 0) return;
  const refused = changed.filter(([name]) => shown.locked.includes(name));
  if (refused.length > 0) throw validationFailed(refused.map(([name]) => fieldError(`#/${name}`, 'set_by_operator')));
  const merged = { ...readShelter(await findShelterText(tx)), ...Object.fromEntries(changed) };
  const kept = Object.entries(merged).filter(([, value]) => value !== null);
  await saveSetting(tx, shelterSetting, JSON.stringify(Object.fromEntries(kept)));
  await recordAuditEvent(tx, { type: 'shelter.updated', ...stamp });
}

function lockedFields({ facts, logoUrl }: OperatorShelter): string[] {
  return [...Object.keys(facts), ...(logoUrl === undefined ? [] : ['logo'])];
}
