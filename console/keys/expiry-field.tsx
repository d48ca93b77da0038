import { NativeSelect, TextInput } from '@mantine/core';
import { type ExpiryChoice, expiryChoices, today } from './expiry.ts';

interface ExpiryFieldProps {
  choice: ExpiryChoice;
  date: string;
  error: string | undefined;
  nowMs: number;
  onChange(choice: ExpiryChoice, date: string): void;
}

export function ExpiryField({ choice, date, error, nowMs, onChange }: ExpiryFieldProps) {
  const choose = (value: string) => {
    const chosen = expiryChoices.find((candidate) => candidate.value === value);
    if (chosen !== undefined) onChange(chosen.value, date);
  };
  const isDate = choice === 'date';
  return (
    <>
      <NativeSelect
        label="Expires"
        description="Requests with this key are rejected after that. For something that runs permanently, such as a website, choose never."
        data={expiryChoices}
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
