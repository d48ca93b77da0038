import { NativeSelect, TextInput } from '@mantine/core';
import type { Role, Scope } from '../../client/index.ts';
import { dayMs } from '../../contract/limits.ts';
import { dayOf, endOfDayMs } from '../lib/formats.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { RadioList, TickList } from '../ui/choice-list.tsx';
import { rolesWithin, scopesWithin } from './permissions.ts';

export const expiryChoices = ['never', '30', '90', '365', 'date'] as const;

type ExpiryChoice = (typeof expiryChoices)[number];

/** A key that expires within this time is highlighted. */
const soonDays = 14;

/**
 * The moment at which a key ends, as RFC 3339 has it, or `undefined` for never. A date is its last whole day, as the
 * calendar of this browser has it.
 */
export function expiryTime(choice: ExpiryChoice, date: string, nowMs: number): string | undefined {
  if (choice === 'never') return undefined;
  return new Date(choice === 'date' ? endOfDayMs(date) : nowMs + Number(choice) * dayMs).toISOString();
}

export function dateError(date: string, nowMs: number): string | undefined {
  if (Number.isNaN(endOfDayMs(date))) return texts.keys.dateMissing;
  return endOfDayMs(date) <= nowMs ? texts.ui.dayOver : undefined;
}

/** The last day on which a key that expires then can be used, as a date field has it. */
export function lastDayOf(expiresAt: string): string {
  return dayOf(Date.parse(expiresAt) - 1);
}

export function daysLeftIfSoon(expiresAt: string, nowMs: number): number | undefined {
  const days = (Date.parse(expiresAt) - nowMs) / dayMs;
  return days > 0 && days <= soonDays ? Math.ceil(days) : undefined;
}

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
        label={texts.keys.expires}
        description={texts.keys.expiresNote}
        data={expiryChoices.map((value) => ({ value, label: texts.keys.expiries[value] }))}
        value={choice}
        error={isDate ? undefined : error}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {isDate && (
        <TextInput
          type="date"
          label={texts.keys.lastDay}
          min={dayOf(nowMs)}
          value={date}
          error={error}
          onChange={({ currentTarget }) => onChange(choice, currentTarget.value)}
        />
      )}
    </>
  );
}

export type PermissionsChoice = Role | 'own';

interface PermissionsFieldProps {
  choice: PermissionsChoice;
  chosen: readonly Scope[];
  /** Whether the key may become public, which is decided when it is created. */
  mayBePublic: boolean;
  errors: { readonly role: string | undefined; readonly scopes: string | undefined };
  onChange(choice: PermissionsChoice, chosen: readonly Scope[]): void;
}

const own = { value: 'own', ...texts.keys.roles.own } as const;

/** The permissions of a key: a role, or single scopes. Offers only what the user's own key has. */
export function PermissionsField({ choice, chosen, mayBePublic, errors, onChange }: PermissionsFieldProps) {
  const { can } = useSession();
  return (
    <>
      <RadioList<PermissionsChoice>
        label={texts.keys.role}
        choices={[...rolesWithin(can).filter(({ value }) => mayBePublic || value !== 'public'), own]}
        chosen={choice}
        error={errors.role}
        onChange={(role) => onChange(role, chosen)}
      />
      {choice === 'own' && (
        <TickList
          label={texts.keys.scopesLabel}
          choices={scopesWithin(can)}
          ticked={chosen}
          error={errors.scopes}
          onChange={(ticked) => onChange(choice, ticked)}
        />
      )}
    </>
  );
}
