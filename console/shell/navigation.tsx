import { NavLink } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import { consolePageAt, consolePages } from '../pages.ts';
import { useSession } from '../session/session.tsx';
import { OpenInquiries } from './open-inquiries.tsx';

/** Links to the pages that this key can open. */
export function Navigation({ onChoose }: { onChoose: () => void }) {
  const { can } = useSession();
  const [address] = useLocation();
  const here = consolePageAt(address);
  return (
    <nav aria-label="Places">
      {consolePages
        .filter(({ scope }) => can(scope))
        .map((page) => (
          <NavLink
            key={page.path}
            component={Link}
            href={page.path}
            label={page.label}
            rightSection={page.path === '/inquiries' && <OpenInquiries />}
            active={page === here}
            aria-current={page === here ? 'page' : undefined}
            onClick={onChoose}
          />
        ))}
    </nav>
  );
}
