import { isPetStatus } from '../../client/guards.gen.ts';
import type { PetStatus } from '../../client/types.gen.ts';
import { petStatuses } from '../../client/words.gen.ts';
import { fold } from '../words/words.ts';
import { UnusableMappingError } from './unusable-mapping-error.ts';

/** What stands for no status: rows with this text are left out. */
export const leaveOut = 'leave-out';

/** What a folded text stands for; `*` stands for every text that has no entry. */
export type StatusMap = ReadonlyMap<string, PetStatus | typeof leaveOut>;

/** Reads `Adoption=sold,Died=leave-out,*=pending`. @throws UnusableMappingError with everything that is wrong */
export function parseStatusMap(text: string): StatusMap {
  const map = new Map<string, PetStatus | typeof leaveOut>();
  const problems: string[] = [];
  for (const entry of splitList(text)) {
    const at = entry.lastIndexOf('=');
    const cell = entry.slice(0, at).trim();
    const status = entry.slice(at + 1).trim();
    const folded = cell === '*' ? cell : fold(cell);
    if (at < 0) problems.push(`The status map's entry "${entry}" is not of the form TEXT=STATUS.`);
    else if (!isPetStatus(status) && status !== leaveOut)
      problems.push(`The status map's entry "${entry}" must end in ${petStatuses.join(', ')} or ${leaveOut}.`);
    else if (map.has(folded)) problems.push(`The status map has two entries for "${cell}".`);
    else map.set(folded, status);
  }
  if (problems.length > 0) throw new UnusableMappingError(problems);
  return map;
}

/** Splits what a person wrote at its commas and trims the parts. A comma that belongs to a part is written `\,`. */
export function splitList(text: string): string[] {
  return text.split(/(?<!\\),/).map((part) => part.replaceAll('\\,', ',').trim());
}
