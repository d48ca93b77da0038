import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { shelterKey, useShelter } from '../data/queries.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { explain } from '../ui/failure.tsx';
import { isWithoutCurrency } from './profile-form.ts';

/** The currency of amounts without one. `undefined` until it is known, or while nobody has said it. */
export function useCurrency(): string | undefined {
  return useShelter().data?.currency;
}

/** Stores the currency for everybody. */
export function useSaveCurrency(): (currency: string) => Promise<void> {
  const { client } = useSession();
  const queries = useQueryClient();
  return async (currency) => {
    queries.setQueryData(shelterKey, await client.shelter.update({ currency }));
  };
}

/** Asks for the currency where an amount without one is typed, once for the whole shelter. */
export function CurrencyQuestion({ amount }: { amount: string }) {
  const { can } = useSession();
  const stored = useCurrency();
  const save = useSaveCurrency();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  if (!isWithoutCurrency(amount) && text === '') return null;
  if (stored !== undefined) return <Text size="sm">{texts.profiles.currencyIs(stored)}</Text>;
  if (!can('settings:write')) return <Text size="sm">{texts.profiles.currencyMissing}</Text>;
  const type = (value: string) => {
    setText(value.toUpperCase());
    setFault(undefined);
    if (value.length === 3) void save(value.toUpperCase()).catch((error: unknown) => setFault(explain(error)));
  };
  return (
    <TextInput
      label={texts.profiles.currency}
      description={texts.profiles.currencyNote}
      maxLength={3}
      value={text}
      error={fault}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}
