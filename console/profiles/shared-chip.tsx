import { Alert, Anchor } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { cleanChip, isChip } from '../../contract/microchip.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';

/** Says which other animals have a chip. `petId` is the one that it is asked for. */
export function SharedChip({ chip, petId }: { chip: string; petId?: bigint | undefined }) {
  const { client, can } = useSession();
  const [q] = useDebouncedValue(cleanChip(chip), 200);
  const { data = [] } = useQuery({
    queryKey: ['pets', 'chip', q],
    queryFn: async ({ signal }) => (await client.listings.list({ q, limit: 10, signal }).page()).items,
    enabled: isChip(q) && can('listings:read'),
  });
  const others = data.filter(({ id, profile }) => id !== petId && profile.microchip === q);
  return others.length === 0 ? null : (
    <Alert color="orange" role="status" p="xs">
      {texts.profiles.sharedChip}{' '}
      {others.map(({ id, name }) => (
        <Anchor
          key={String(id)}
          component={Link}
          href={`/animals/${id}`}
          c="inherit"
          underline="always"
          className="name"
          mr="xs"
        >
          {name}
        </Anchor>
      ))}
    </Alert>
  );
}
