import { Fieldset, NativeSelect, SimpleGrid, Text } from '@mantine/core';
import { petStatuses } from '../../../client/index.ts';
import { statusChoices } from '../../ui/words.ts';
import { type ChoicesProps, textsToMap } from './choices.ts';

const leftOut = 'leave these rows out';

/** Maps the texts of the status column to statuses, if there are any to map. */
export function StatusTexts({ source, choices, onChange }: ChoicesProps) {
  const texts = textsToMap(choices, source);
  if (texts === undefined) {
    return (
      <Text size="sm" c="dimmed">
        The column of the status has too many different texts. Rows are left out unless it says {petStatuses.join(', ')}
        , or nothing.
      </Text>
    );
  }
  if (texts.length === 0) return null;
  const choose = (text: string, value: string) => {
    const statuses = new Map(choices.statuses);
    const status = petStatuses.find((known) => known === value);
    if (status === undefined) statuses.delete(text);
    else statuses.set(text, status);
    onChange({ ...choices, statuses });
  };
  return (
    <Fieldset legend="What the status texts mean">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {texts.map((text) => (
          <NativeSelect
            key={text}
            label={<span className="name">{text}</span>}
            data={[leftOut, ...statusChoices]}
            value={choices.statuses.get(text) ?? leftOut}
            onChange={({ currentTarget }) => choose(text, currentTarget.value)}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}
