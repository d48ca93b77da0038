import { Badge, type BadgeProps } from '@mantine/core';
import type { ReactNode } from 'react';

type MarkProps = Pick<BadgeProps, 'color'> & { 'data-status'?: string; children: ReactNode };

/** A word that strikes the eye by a colour, and is read in the colour of all text. It is never cut. */
export function Mark({ children, ...rest }: MarkProps) {
  return (
    <Badge variant="light" c="var(--mantine-color-text)" miw="max-content" {...rest}>
      {children}
    </Badge>
  );
}
