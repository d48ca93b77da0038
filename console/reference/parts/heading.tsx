import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { linkTo } from '../addresses.ts';

export const headingOrders = [2, 3, 4, 5, 6] as const;
export type HeadingOrder = (typeof headingOrders)[number];

interface HeadingProps {
  order: HeadingOrder;
  /** Gives the heading an id, and a link to itself. */
  anchor?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function Heading({ order, anchor, className, children }: HeadingProps) {
  const Tag = `h${order}` as const;
  if (anchor === undefined) return <Tag className={className}>{children}</Tag>;
  // The link stands beside the heading: inside, its words would be part of the heading's name.
  return (
    <div className={className === undefined ? 'anchored' : `anchored ${className}`}>
      <Tag id={anchor}>{children}</Tag>
      <a className="anchor" href={linkTo(anchor)} aria-label="Link to this section">
        #
      </a>
    </div>
  );
}

const stabilityColors: Readonly<Record<string, string>> = { stable: 'brand', beta: 'blue', experimental: 'yellow' };

/** By method and by class of status. */
const colors: Readonly<Record<string, string>> = {
  GET: 'var(--blue)',
  POST: 'var(--green)',
  PUT: 'var(--orange)',
  PATCH: 'var(--orange)',
  DELETE: 'var(--red)',
  2: 'var(--green)',
  3: 'var(--blue)',
  4: 'var(--orange)',
  5: 'var(--red)',
};

export function MethodBadge({ method }: { method: string }) {
  return (
    <span className="method" style={{ color: colors[method] }}>
      {method}
    </span>
  );
}

export function StatusCode({ status, text = '' }: { status: string; text?: string }) {
  return (
    <code className="status" style={{ color: colors[status.charAt(0)] }}>
      {`${status} ${text}`.trim()}
    </code>
  );
}

export function StabilityBadge({ stability }: { stability: string }) {
  const color = stabilityColors[stability] ?? 'gray';
  return (
    <Badge
      component="span"
      variant="light"
      color={color}
      c="var(--mantine-color-text)"
      tt="none"
      data-stability={stability}
    >
      {stability}
    </Badge>
  );
}
