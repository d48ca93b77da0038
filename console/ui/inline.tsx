import { Badge, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type OrderStatus, type PetStatus, petStatuses } from '../../client/index.ts';
import type { Animal } from '../lib/animals.ts';
import { formatDay, timeZoneName } from '../lib/formats.ts';
import { useUnderWay } from '../lib/under-way.ts';
import { locale, texts } from '../texts/texts.ts';

// Every block of scripts that are written from right to left, and what changes the direction of text.
const turning = /[\p{Bidi_Control}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const firstStrongIsolate = '\u2068';
const popDirectionalIsolate = '\u2069';

/** A name as somebody has typed it. One that is written from right to left does not turn round what stands beside it. */
export function Name({ children }: { children: string }) {
  return <bdi className="name">{children}</bdi>;
}

/** The same where only plain text can stand (UAX #9, section 2.4.2). */
export function isolated(name: string): string {
  return turning.test(name) ? `${firstStrongIsolate}${name}${popDirectionalIsolate}` : name;
}

/** What a key is called. The one that the operator has set is named after the setting. */
export function keyText(name: string): string {
  return name === 'PETSTORE_API_KEY' ? texts.shell.administrator : name;
}

const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium', timeZone: timeZoneName });
const precise = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: timeZoneName });

/** A moment of RFC 3339, in the time zone of the shelter. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
      {precise.format(new Date(at))}
    </time>
  );
}

/** The time of day of a moment (epoch milliseconds), to the second, so that one knows how long to wait. */
export function formatClock(moment: number): string {
  return clock.format(moment);
}

/** The shelter's day of a moment of RFC 3339, or a day such as `2026-11-30` as it is. */
export function Day({ at }: { at: string }) {
  return (
    <Text component="time" inherit dateTime={at} style={{ whiteSpace: 'nowrap' }}>
      {formatDay(at)}
    </Text>
  );
}

/** What has become of an animal or a reservation: a dot, in one colour for each status everywhere, and a word. */
export function Status({ status, children }: { status: PetStatus | OrderStatus; children: ReactNode }) {
  return (
    <span className="status" data-status={status}>
      {children}
    </span>
  );
}

/** A word that strikes the eye by a colour, and is read in the colour of all text. It is never cut. */
export function TagBadge({ status, color, children }: { color: string; status?: string; children: ReactNode }) {
  return (
    <Badge
      variant="light"
      color={color}
      c="var(--mantine-color-text)"
      miw="max-content"
      fz={13}
      fw={400}
      tt="none"
      data-status={status}
    >
      {children}
    </Badge>
  );
}

export function statusChoices() {
  return petStatuses.map((value) => ({
    value,
    label: value === 'pending' ? texts.reservedOrNot : texts.petStatuses[value],
  }));
}

export function placeChoices() {
  return Object.entries(texts.whereabouts).map(([value, label]) => ({ value, label }));
}

/** The one word for an animal. `isReserved` is missing where that is not known. */
export function statusWord({ status, profile }: Pick<Animal, 'status' | 'profile'>, isReserved = true): string {
  if (status === 'sold') return texts.outcomes[profile.outcomeType ?? 'adoption'];
  return status === 'pending' && isReserved ? texts.reserved : texts.petStatuses[status];
}

/** What has become of an animal, if that is known. */
export function AnimalStatus({ animal, isReserved }: { animal: Animal | null | undefined; isReserved?: boolean }) {
  const now = useUnderWay(animal?.id);
  if (!animal) return animal;
  const shown = { ...animal, status: now?.status ?? animal.status };
  return <Status status={shown.status}>{statusWord(shown, now ? now.order !== undefined : isReserved)}</Status>;
}
