import type { TextInputProps } from '@mantine/core';
import { type Ref, useState } from 'react';
import { useLocation } from 'wouter';
import { type PetStatus, petStatuses } from '../../client/index.ts';
import { FoundAnimal } from '../data/animal-search.tsx';
import { useAskedFor, useContacts } from '../data/contact-search.tsx';
import { useAnimalSearch, useAnimals } from '../data/queries.ts';
import { type Found, SearchBox } from '../data/search-box.tsx';
import type { Animal } from '../lib/animals.ts';
import { useOpenDialog } from '../lib/dialog-host.tsx';
import { consolePages } from '../pages.ts';
import { PrintDialog } from '../pets/paper/later-print-dialog.ts';
import { only } from '../pets/selection/selection.ts';
import { useSession } from '../session/session.tsx';
import { laterPart } from '../texts/later.ts';
import { texts } from '../texts/page-texts.ts';

const AddPetDialog = laterPart(async () => (await import('../pets/add-pet-dialog.tsx')).AddPetDialog);
const ReservationDialog = laterPart(async () => (await import('../orders/reservation-dialog.tsx')).ReservationDialog);

const words = texts.find;
const mostPeople = 5;

interface FindBoxProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  ref?: Ref<HTMLInputElement>;
  /** What was typed before it was loaded. */
  begun: string;
  /** The animals that were opened last, the last one first. */
  opened: readonly bigint[];
}

/** Finds animals, people, pages and what can be done, from everywhere. */
export function FindBox({ begun, opened, ...field }: FindBoxProps) {
  const [text, setText] = useState(begun);
  const [, navigate] = useLocation();
  const { can } = useSession();
  const acts = useActs();
  const { act, rest } = readAct(text, acts);
  // An e-mail address is no animal's, and stays out of the addresses of requests.
  const animals = useAnimalSearch(rest.includes('@') ? '' : rest, act?.statuses ?? petStatuses);
  const whom = act === undefined ? text : '';
  const people = [...usePeopleIn('orders', whom), ...usePeopleIn('inquiries', whom)];
  const lastOpened = useAnimals(opened);
  const optionOf = (animal: Animal): Found => ({
    key: `animal ${animal.id}`,
    shown: <FoundAnimal animal={animal} title={act?.about?.(animal.name)} />,
    choose: () => (act === undefined ? navigate(`/animals/${animal.id}`) : act.start(animal.id)),
  });
  const typed = text.toLowerCase().split(/\s+/);
  const isNamed = ({ label }: Pick<Act, 'label'>) =>
    typed.every((begin) => ` ${label.toLowerCase()}`.includes(` ${begin}`));
  const pages = consolePages
    .filter(({ scope }) => can(scope))
    .map(({ path }) => ({ label: texts.pages[path], start: () => navigate(path) }));
  const named = [...pages, ...acts].filter(isNamed);
  const groups =
    text.trim() === ''
      ? [{ label: words.openedLast, options: opened.flatMap((id) => lastOpened(id) ?? []).map(optionOf) }]
      : [
          {
            label: words.pages,
            options: named.map(({ label, start }) => ({ key: label, shown: label, choose: () => start() })),
          },
          { label: words.animals, options: (animals ?? []).map(optionOf) },
          { label: words.people, options: people },
        ];
  const isKnown = animals !== undefined || groups.some(({ options }) => options.length > 0);
  return (
    <SearchBox
      {...field}
      text={text}
      onText={setText}
      groups={isKnown ? groups : undefined}
      onEnter={(q) => navigate(`/animals?${new URLSearchParams({ q })}`)}
    />
  );
}

interface Act {
  readonly label: string;
  /** Words by which it is done to an animal, what it is called then, and to which animals. */
  readonly verbs?: readonly string[];
  readonly statuses?: readonly PetStatus[];
  about?(name: string): string;
  start(petId?: bigint): void;
}

const everybodyHere = {
  choice: { areAll: true, ids: new Set<bigint>() },
  from: { status: 'available' as const },
  count: undefined,
};

/** What the person may do from everywhere. */
function useActs(): readonly Act[] {
  const { can } = useSession();
  const open = useOpenDialog();
  const { reserve, print } = words.acts;
  const add = { label: texts.pets.add, start: () => open(<AddPetDialog />) };
  const reserving: Act = {
    ...reserve,
    label: texts.orders.reserveOne,
    statuses: ['available'],
    start: (petId) => open(<ReservationDialog {...(petId !== undefined && { petId })} />),
  };
  const printing: Act = {
    ...print,
    start: (petId) => open(<PrintDialog chosen={petId === undefined ? everybodyHere : only([petId])} />),
  };
  return [...(can('pets:write') ? [add] : []), ...(can('orders:write') ? [reserving] : []), printing];
}

/** The act of which a text has a verb, at its beginning or its end, and the rest of the text. */
function readAct(text: string, acts: readonly Act[]): { act?: Act; rest: string } {
  const [, first = '', rest = ''] = /^\s*(\S+)\s+(\S.*)$/.exec(text) ?? [];
  const [, before = '', last = ''] = /^(.*\S)\s+(\S+)\s*$/.exec(text) ?? [];
  const by = (verb: string) => acts.find(({ verbs }) => verbs?.includes(verb.toLowerCase()));
  const [leading, closing] = [by(first), by(last)];
  if (leading !== undefined) return { act: leading, rest };
  return closing === undefined ? { rest: text } : { act: closing, rest: before };
}

/** Who has reserved or asked. */
function usePeopleIn(source: 'orders' | 'inquiries', text: string): readonly Found[] {
  const [, navigate] = useLocation();
  const [, ask] = useAskedFor(source);
  const { data } = useContacts(source, text);
  const found = (data?.pages[0]?.items ?? []).flatMap((item) => ('message' in item ? item : (item.contact ?? [])));
  const lines = found.map(({ name, phone, email }) => {
    const parts = [name, words.in[source], phone ?? email];
    return [parts.filter((part) => part !== undefined).join(' · '), name] as const;
  });
  return [...new Map(lines)].slice(0, mostPeople).map(([line, name]) => ({
    key: line,
    shown: line,
    choose() {
      ask(name);
      navigate(`/${source}`);
    },
  }));
}
