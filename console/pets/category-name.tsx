import { Text } from '@mantine/core';
import { Name } from '../shared/name.tsx';
import { useCategories } from './use-categories.ts';

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
