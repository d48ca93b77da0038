import { Fieldset, NativeSelect, SimpleGrid, Text } from '@mantine/core';
import { petStatuses } from '../../../client/index.ts';
import { pageTexts } from '../../texts/page-texts.ts';
import { statusChoices } from '../../ui/words.ts';
import { type ChoicesProps, textsToMap } from './choices.ts';

const words = pageTexts.import;

/** Maps the texts of the status column to statuses, if there are any to map. */
export function StatusTexts({ source, choices, onChange }: ChoicesProps) {
  const texts = textsToMap(choices, source);
  if (texts === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {words.tooManyTexts(petStatuses.join(', '))}
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
    <Fieldset legend={words.statusTexts}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {texts.map((text) => (
          <NativeSelect
            key={text}
            label={<span className="name">{text}</span>}
            data={[words.leaveRowsOut, ...statusChoices()]}
            value={choices.statuses.get(text) ?? words.leaveRowsOut}
            onChange={({ currentTarget }) => choose(text, currentTarget.value)}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}
