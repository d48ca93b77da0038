import { type EventType, eventTypes, type OrNewer } from '../../client/index.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { RadioList, TickList } from '../ui/choice-list.tsx';

/** What an event is called; one that this console does not know goes by its own name. */
export function eventLabel(type: OrNewer<EventType>): string {
  const known = eventTypes.find((candidate) => candidate === type);
  return known === undefined ? type : pageTexts.webhooks.events[known];
}

const choices = eventTypes.map((value) => ({ value, label: eventLabel(value) }));
const extents = [
  { value: 'all', label: pageTexts.webhooks.everything },
  { value: 'some', label: pageTexts.webhooks.some },
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
        label={pageTexts.webhooks.what}
        choices={extents}
        chosen={isAll ? 'all' : 'some'}
        onChange={(extent) => onChange(extent === 'all', chosen)}
      />
      {!isAll && (
        <TickList
          label={pageTexts.webhooks.when}
          choices={choices}
          ticked={chosen}
          error={error}
          onChange={(ticked) => onChange(isAll, ticked)}
        />
      )}
    </>
  );
}
