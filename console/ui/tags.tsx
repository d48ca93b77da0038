import { Badge, type BadgeProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PetStatus } from '../../client/index.ts';

type TagProps = Pick<BadgeProps, 'color'> & { 'data-status'?: string; children: ReactNode };

/** A word that strikes the eye by a colour, and is read in the colour of all text. It is never cut. */
export function Tag({ children, ...rest }: TagProps) {
  return (
    <Badge variant="light" c="var(--mantine-color-text)" miw="max-content" {...rest}>
      {children}
    </Badge>
  );
}

const colors: Record<PetStatus, string> = { available: 'green', pending: 'yellow', sold: 'gray' };

/** The availability of an animal, told by a word and a colour. */
export function StatusBadge({ status }: { status: PetStatus }) {
  return (
    <Tag color={colors[status]} data-status={status}>
      {status}
    </Tag>
  );
}
