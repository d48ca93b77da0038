import { Radio, Stack } from '@mantine/core';
import { type EventType, eventTypes, type OrNewer } from '../../client/index.ts';
import { TickList } from '../ui/tick-list.tsx';

const labels: Record<EventType, string> = {
  'pet.created': 'An animal was added',
  'pet.updated': 'An animal was changed',
  'pet.deleted': 'An animal was removed',
  'pet.profile_changed': 'The profile of an animal was changed',
  'pet.photos_changed': 'The photos of an animal were changed',
  'category.created': 'A category was added',
  'category.updated': 'A category was changed',
  'order.placed': 'An order was placed',
  'order.completed': 'An order was completed',
  'order.cancelled': 'An order was cancelled',
  'webhook.disabled': 'A webhook was disabled',
  'inquiry.created': 'Somebody asks about an animal',
  'inquiry.closed': 'An inquiry was closed',
  'inquiry.deleted': 'An inquiry was erased',
};

/** What an event is called; one that this console does not know goes by its own name. */
export function eventLabel(type: OrNewer<EventType>): string {
  const known = eventTypes.find((candidate) => candidate === type);
  return known === undefined ? type : labels[known];
}

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
