import { Text } from '@mantine/core';

const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** The day of a moment of RFC 3339, in the reader's own calendar and time zone. */
export function Day({ at }: { at: string }) {
  return (
    <Text component="time" inherit dateTime={at} style={{ whiteSpace: 'nowrap' }}>
      {format.format(new Date(at))}
    </Text>
  );
}
