import { Button, Group, Text } from '@mantine/core';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { explain } from '../ui/failure.tsx';

interface CountButtonProps {
  queryKey: QueryKey;
  count: (signal: AbortSignal) => Promise<number>;
}

const numbers = new Intl.NumberFormat();
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** Counts all entries on request, because that takes time with a million of them. */
export function CountButton({ queryKey, count }: CountButtonProps) {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => count(signal),
    enabled: false,
  });
  return (
    <Group gap="sm">
      <Text size="sm" role="status">
        {data !== undefined && `${numbers.format(data)} in total at ${clock.format(dataUpdatedAt)}`}
        {error !== null && explain(error)}
      </Text>
      <Button variant="default" size="xs" loading={isFetching} onClick={() => void refetch()}>
        {data === undefined ? 'Count all' : 'Count again'}
      </Button>
    </Group>
  );
}
