import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';

interface PetLinkProps {
  petId: bigint;
  /** What the animal is called; `null` if it is gone, `undefined` as long as it is not known. */
  name: string | null | undefined;
  withNumber?: boolean;
}

/** An animal that something is about: its name with the way to it, or its number. */
export function PetLink({ petId, name, withNumber = false }: PetLinkProps) {
  const number = <span className="id">{String(petId)}</span>;
  if (name === undefined) return number;
  if (name === null) return <span>{number} (removed)</span>;
  return (
    <span>
      <Anchor component={Link} href={`/animals/${petId}`} className="name" inherit fw={500}>
        {name}
      </Anchor>
      {withNumber && (
        <Text span inherit c="dimmed">
          {' '}
          {number}
        </Text>
      )}
    </span>
  );
}
