import { Radio, Stack } from '@mantine/core';
import { type EventType, eventTypes } from '../../client/index.ts';
import { TickList } from '../ui/tick-list.tsx';
import { eventLabel } from './event-labels.ts';

const ticks = eventTypes.map((value) => ({ value, label: eventLabel(value) }));

interface TypesFieldProps {
  isAll: boolean;
  chosen: readonly EventType[];
  error: string | undefined;
  onChange(isAll: boolean, chosen: readonly EventType[]): void;
}

/** Asks which events are sent. */
export function TypesField({ isAll, chosen, error, onChange }: TypesFieldProps) {
  return (
    <>
      <Radio.Group
        label="What is sent"
        value={isAll ? 'all' : 'some'}
        onChange={(value) => onChange(value === 'all', chosen)}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="all" label="Everything that happens" />
          <Radio value="some" label="Only what I choose" />
        </Stack>
      </Radio.Group>
      {!isAll && (
        <TickList
          label="Send it when"
          ticks={ticks}
          ticked={chosen}
          error={error}
          onChange={(ticked) => onChange(isAll, ticked)}
        />
      )}
    </>
  );
}
