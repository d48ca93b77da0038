import { type ElementProps, Stack, type StackProps } from '@mantine/core';

/** Entries below each other, as a list without marks. */
export function List(props: StackProps & ElementProps<'ul', keyof StackProps>) {
  return <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }} {...props} />;
}
