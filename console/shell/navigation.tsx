import { NavLink } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import { useSession } from '../session/session.tsx';
import { placeAt, places } from './places.ts';

/** Where one can go with this key. */
export function Navigation({ onChoose }: { onChoose: () => void }) {
  const { can } = useSession();
  const [address] = useLocation();
  const here = placeAt(address);
  return (
    <nav aria-label="Places">
      {places
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
