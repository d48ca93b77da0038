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
