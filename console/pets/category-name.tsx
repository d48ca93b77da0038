import { Text } from '@mantine/core';
import { useCategories } from '../data/use-categories.ts';
import { Name } from '../ui/name.tsx';

/** A category by its name, where it has one, and by its number. */
export function CategoryName({ id }: { id: bigint }) {
  const name = useCategories().names.get(id);
  return (
    <>
      {name !== undefined && (
        <>
          <Name>{name}</Name>{' '}
        </>
      )}
      <Text span inherit className="id" {...(name !== undefined && { c: 'dimmed' })}>
        {String(id)}
      </Text>
    </>
  );
}
