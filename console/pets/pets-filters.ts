import { type PetStatus, petStatuses } from '../../client/index.ts';
import { parseInt64 } from '../../client/int64.ts';
import { isolated } from '../ui/name.tsx';

/** Which animals are shown. */
export interface PetsFilters {
  readonly status: PetStatus | undefined;
  readonly categoryId: bigint | undefined;
}

/** The filters that stand in an address, and a hint for each that cannot be used. */
export function readPetsFilters(params: URLSearchParams): { filters: PetsFilters; hints: string[] } {
  const hints: string[] = [];
  const statusText = params.get('status') ?? '';
  const status = petStatuses.find((known) => known === statusText);
  if (statusText !== '' && status === undefined) {
    hints.push(
      `The address asks for animals that are “${brief(statusText)}”. There is no such status, so it is left out.`,
    );
  }
  const categoryText = params.get('category') ?? '';
  const categoryId = parseInt64(categoryText.trim());
  if (categoryText !== '' && categoryId === undefined) {
    hints.push(`The address asks for the category “${brief(categoryText)}”. That is no number, so it is left out.`);
  }
  return { filters: { status, categoryId }, hints };
}

/** The filters as an address has them. */
export function writePetsFilters({ status, categoryId }: PetsFilters): Record<string, string> {
  return { ...(status && { status }), ...(categoryId !== undefined && { category: String(categoryId) }) };
}

function brief(text: string): string {
  return isolated(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
