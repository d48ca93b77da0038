import { type EventType, eventTypes, type OrNewer } from '../../client/index.ts';
import { RadioList, TickList } from '../ui/choice-list.tsx';

const labels: Record<EventType, string> = {
  'pet.created': 'An animal was added',
  'pet.updated': 'An animal was changed',
  'pet.deleted': 'An animal was removed',
  'pet.profile_changed': 'The profile of an animal was changed',
  'pet.photos_changed': 'The photos of an animal were changed',
  'category.created': 'A category was added',
  'category.updated': 'A category was changed',
  'order.placed': 'An animal was reserved',
  'order.completed': 'A reserved animal was adopted',
  'order.cancelled': 'A reservation was cancelled',
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

const choices = eventTypes.map((value) => ({ value, label: eventLabel(value) }));
const extents = [
  { value: 'all', label: 'Everything that happens' },
  { value: 'some', label: 'Only what I choose' },
] as const;

interface TypesFieldProps {
  isAll: boolean;
  chosen: readonly EventType[];
  error: string | undefined;
  onChange(isAll: boolean, chosen: readonly EventType[]): void;
}

export function TypesField({ isAll, chosen, error, onChange }: TypesFieldProps) {
  return (
    <>
      <RadioList
        label="What is sent"
        choices={extents}
        chosen={isAll ? 'all' : 'some'}
        onChange={(extent) => onChange(extent === 'all', chosen)}
      />
      {!isAll && (
        <TickList
          label="Send it when"
          choices={choices}
          ticked={chosen}
          error={error}
          onChange={(ticked) => onChange(isAll, ticked)}
        />
      )}
    </>
  );
}
