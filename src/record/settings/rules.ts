import { fieldError } from '../../errors/faults.ts';
import { validationFailed } from '../../errors/service-error.ts';
import { isCurrency } from '../../lib/format.ts';
import { findSetting, saveSetting } from '../../store/settings.ts';
import type { Queryable, Transaction } from '../../store/statement.ts';
import type { Command } from '../../store/store.ts';
import { findShelterZone } from './stored-rules.ts';

const currencySetting = 'currency';

export async function findShelterSettings(db: Queryable): Promise<{ timeZone: string; currency?: string }> {
  const currency = await findSetting(db, currencySetting);
  const { zone } = await findShelterZone(db);
  return { timeZone: zone.name, ...(currency !== undefined && { currency }) };
}

/** @throws ServiceError `validation_failed` for a code that no currency has */
export async function saveCurrency(tx: Transaction, code: string): Promise<void> {
  if (!isCurrency(code)) {
    throw validationFailed([fieldError('#/currency', 'known_currency')]);
  }
  await saveSetting(tx, currencySetting, code);
}

/** Stores what the operator has set. */
export const storeCurrency: Command<string, void> = { name: 'storeCurrency', run: saveCurrency };
