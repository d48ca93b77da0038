import { isOutcomeType } from '../../client/guards.gen.ts';
import type { Profile } from '../../client/types.gen.ts';
import { type ImportFault, makeFault } from '../faults.ts';
import type { Plan } from '../plan.ts';
import type { ProfileField } from '../profile-fields.ts';
import { createFactReader } from './facts.ts';
import { createRowCells, type Report } from './row-cells.ts';

/**
 * The part of a profile that a text gives which somebody has typed for a field, none if it is blank, or the reason why it cannot be
 * read, in words that go on after the text.
 */
export function readProfileCell(field: ProfileField, cell: string, now = new Date()): Profile | ImportFault {
  const text = cell.trim();
  if (text === '') return {};
  if (field === 'outcomeType') return isOutcomeType(text) ? { outcomeType: text } : makeFault('unknown_word');
  if (field === 'reference') return { reference: text };
  const none = new Map();
  const columns = [{ column: field, role: field }];
  const plan: Plan = { isExact: true, columns, leaveOut: [], numberedDates: none, codes: none, answers: none };
  const reader = createFactReader(plan, createRowCells(plan, [field]), now);
  const faults: ImportFault[] = [];
  const report: Report = ({ fault = makeFault('unknown_word') }) => void faults.push(fault);
  const { birth, arrivedOn, outcomeOn, holdUntil } = reader.days([text], report);
  const read = {
    ...reader.facts([text], report),
    ...(birth && { birthDate: birth.date, birthDatePrecision: birth.precision }),
    ...(arrivedOn !== undefined && { arrivedOn }),
    ...(outcomeOn !== undefined && { outcomeOn }),
    ...(holdUntil !== undefined && { holdUntil }),
  };
  return faults[0] ?? read;
}
