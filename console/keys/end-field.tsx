import { NativeSelect, TextInput } from '@mantine/core';
import { type EndChoice, endChoices, today } from './end-of-key.ts';

interface EndFieldProps {
  choice: EndChoice;
  date: string;
  error: string | undefined;
  nowMs: number;
  onChange(choice: EndChoice, date: string): void;
}

/** Asks when a key ends. */
export function EndField({ choice, date, error, nowMs, onChange }: EndFieldProps) {
  const choose = (value: string) => {
    const chosen = endChoices.find((candidate) => candidate.value === value);
    if (chosen !== undefined) onChange(chosen.value, date);
  };
  const isDate = choice === 'date';
  return (
    <>
      <NativeSelect
        label="Ends"
        description="Whoever uses it after that is turned away. For something that runs for ever, such as a web site, choose never."
        data={endChoices}
        value={choice}
        error={isDate ? undefined : error}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {isDate && (
        <TextInput
          type="date"
          label="Last day"
          min={today(nowMs)}
          value={date}
          error={error}
          onChange={({ currentTarget }) => onChange(choice, currentTarget.value)}
        />
      )}
    </>
  );
}
