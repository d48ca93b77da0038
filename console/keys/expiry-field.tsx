import { NativeSelect, TextInput } from '@mantine/core';
import { dayOf } from '../lib/days.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { type ExpiryChoice, expiryChoices } from './expiry.ts';

interface ExpiryFieldProps {
  choice: ExpiryChoice;
  date: string;
  error: string | undefined;
  nowMs: number;
  onChange(choice: ExpiryChoice, date: string): void;
}

export function ExpiryField({ choice, date, error, nowMs, onChange }: ExpiryFieldProps) {
  const choose = (value: string) => {
    const chosen = expiryChoices.find((candidate) => candidate === value);
    if (chosen !== undefined) onChange(chosen, date);
  };
  const isDate = choice === 'date';
  return (
    <>
      <NativeSelect
        label={pageTexts.keys.expires}
        description={pageTexts.keys.expiresNote}
        data={expiryChoices.map((value) => ({ value, label: pageTexts.keys.expiries[value] }))}
        value={choice}
        error={isDate ? undefined : error}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {isDate && (
        <TextInput
          type="date"
          label={pageTexts.keys.lastDay}
          min={dayOf(nowMs)}
          value={date}
          error={error}
          onChange={({ currentTarget }) => onChange(choice, currentTarget.value)}
        />
      )}
    </>
  );
}
