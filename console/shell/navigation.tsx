import { NavLink } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import { consolePageAt, consolePages } from '../pages.ts';
import { useSession } from '../session/session.tsx';

/** Where one can go with this key. */
export function Navigation({ onChoose }: { onChoose: () => void }) {
  const { can } = useSession();
  const [address] = useLocation();
  const here = consolePageAt(address);
  return (
    <nav aria-label="Places">
      {consolePages
        .filter(({ scope }) => can(scope))
        .map((place) => (
          <NavLink
            key={place.path}
            component={Link}
            href={place.path}
            label={place.label}
            active={place === here}
            aria-current={place === here ? 'page' : undefined}
            onClick={onChoose}
          />
        ))}
    </nav>
  );
}
