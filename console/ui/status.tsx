import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OrderStatus, PetStatus } from '../../client/index.ts';

/** What has become of an animal or a reservation: a dot, in one colour for each status everywhere, and a word. */
export function Status({ status, children }: { status: PetStatus | OrderStatus; children: ReactNode }) {
  return (
    <span className="status" data-status={status}>
      {children}
    </span>
  );
}

interface TagProps {
  color: string;
  /** Shown where there are no other words for it. */
  status?: string;
  children?: ReactNode;
}

/** A word that strikes the eye by a colour, and is read in the colour of all text. It is never cut. */
export function TagBadge({ status, color, children = status }: TagProps) {
  return (
    <Badge variant="light" color={color} c="var(--mantine-color-text)" miw="max-content" data-status={status}>
      {children}
    </Badge>
  );
}
