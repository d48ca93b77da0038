import { Badge } from '@mantine/core';
import type { PetStatus } from '../../client/index.ts';

const colors: Record<PetStatus, string> = { available: 'green', pending: 'yellow', sold: 'gray' };

/** The availability of an animal, told by a word and a colour. */
export function StatusBadge({ status }: { status: PetStatus }) {
  return (
    <Badge color={colors[status]} variant="light" c="var(--mantine-color-text)" miw="max-content" data-status={status}>
      {status}
    </Badge>
  );
}
