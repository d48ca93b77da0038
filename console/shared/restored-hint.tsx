import { Text } from '@mantine/core';

/** Says where the text in a form comes from that nobody has typed just now. */
export function RestoredHint() {
  return (
    <Text size="sm" c="dimmed" role="status">
      This is what you typed before. It was not saved.
    </Text>
  );
}
