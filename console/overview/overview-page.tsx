import { Anchor, Button, Paper, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Order } from '../../client/index.ts';
import { dayMs } from '../../contract/limits.ts';
import { NoAnimals } from '../data/no-animals.tsx';
import { readAnimals, useAnimals, useOpenInquiries, useReservations } from '../data/queries.ts';
import { formatCount } from '../lib/formats.ts';
import { useLive } from '../live/live-events.tsx';
import { OrderList } from '../orders/order-list.tsx';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { AnimalRow, AnimalRows } from '../ui/animal-row.tsx';
import { Day } from '../ui/inline.tsx';
import { Card, PageFrame } from '../ui/page.tsx';
import { Readable } from '../ui/readable.tsx';
import { ActivityCard, useNow } from './activity-card.tsx';
import { AdoptionsCard } from './adoptions-card.tsx';
import { useAdoptions, useLatestEvents } from './queries.ts';

const words = texts.overview;

export function OverviewPage() {
  const { client, can } = useSession();
  const inventory = useQuery({ queryKey: ['inventory'], queryFn: ({ signal }) => client.inventory.get({ signal }) });
  const events = useLatestEvents();
  const now = useNow();
  const adoptions = useAdoptions(now);
  const isEmpty = inventory.data !== undefined && Object.values(inventory.data).every((count) => count === 0n);
  const isQuiet = !can('events:read') || events.data?.length === 0;
  const waiting = useOpenInquiries()?.waiting.length;
  const firstSteps = (
    <NoAnimals>
      <Button component={Link} href="/animals">
        {texts.pets.addFirst}
      </Button>
    </NoAnimals>
  );
  if (isEmpty && isQuiet) return <PageFrame title={texts.pages['/']}>{firstSteps}</PageFrame>;
  const month = adoptions.data?.at(-1);
  const { available, pending } = inventory.data ?? {};
  return (
    <PageFrame title={texts.pages['/']}>
      {isEmpty && firstSteps}
      <SimpleGrid component="ul" cols={{ base: 2, md: 4 }} p={0} m={0}>
        <Figure count={available} label={texts.petStatuses.available} href="/animals?status=available" />
        <Figure count={pending} label={texts.reservedOrOnHold} href="/animals?status=pending" />
        {can('orders:read') && (
          <Figure count={month?.adopted} label={words.adoptedThisMonth} href="/animals?status=sold" />
        )}
        {can('inquiries:read') && <Figure count={waiting} label={words.waitForAnswer} href="/inquiries" />}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Stack miw={0}>
          {can('inquiries:read') && <Waiting />}
          {can('orders:read') && <Reserved now={now} />}
          <LongestHere />
          {can('orders:read') && (
            <Readable query={adoptions} height={420}>
              {(months) => <AdoptionsCard months={months} />}
            </Readable>
          )}
        </Stack>
        {can('events:read') && (
          <Stack miw={0}>
            <Readable query={events} height={720}>
              {(known) => <ActivityCard events={known} now={now} />}
            </Readable>
          </Stack>
        )}
      </SimpleGrid>
    </PageFrame>
  );
}

interface FigureProps {
  /** `undefined` as long as it is not known. */
  count: bigint | number | undefined;
  label: string;
  href: string;
}

function Figure({ count, label, href }: FigureProps) {
  return (
    <Paper component="li" withBorder px="md" py="sm" className="figure">
      <Link href={href} className="animal-link">
        <b>{count === undefined ? '–' : formatCount(count)}</b> {label}
      </Link>
    </Paper>
  );
}

const shown = 5;

function Waiting() {
  const open = useOpenInquiries()?.waiting ?? [];
  const inquiries = open.toSorted((one, other) => Number(!!one.assignee) - Number(!!other.assignee)).slice(0, shown);
  const animalOf = useAnimals(inquiries.map(({ petId }) => petId));
  if (inquiries.length === 0) return null;
  return (
    <SomeOfAll title={words.waiting} href="/inquiries" all={words.allInquiries}>
      <AnimalRows label={words.waiting}>
        {inquiries.map(({ id, petId, name, createdAt, assignee }) => (
          <AnimalRow
            key={String(id)}
            petId={petId}
            animal={animalOf(petId)}
            facts={assignee === undefined ? words.nobodyYet(name) : words.hasAsked(name)}
            since={<Day at={createdAt} />}
          />
        ))}
      </AnimalRows>
    </SomeOfAll>
  );
}

/** A reservation runs out soon within this time. One that has run out is told for as long. */
const soonMs = 2 * dayMs;

/** The reservations that run out soon, those that just have, and the others that are oldest. */
function Reserved({ now }: { now: Date }) {
  const { client } = useSession();
  const { events } = useLive();
  const expiry = events.findLast(({ type }) => type === 'order.expired');
  const { data: ended = [] } = useQuery({
    // Only another one that runs out makes it out of date.
    queryKey: ['events', 'run out', String(expiry?.id)],
    queryFn: async ({ signal }) =>
      (await client.orders.list({ status: 'cancelled', sort: '-id', limit: 100, signal }).page()).items,
  });
  const open = useReservations()?.oldest ?? [];
  const isNear = (at: string | undefined) => at !== undefined && Math.abs(Date.parse(at) - now.getTime()) < soonMs;
  const isOpen = ({ id }: Order) => open.some((order) => order.id === id);
  const runningOut = [
    ...open.filter(({ expiresAt }) => isNear(expiresAt)),
    ...ended.filter((order) => isNear(order.expiredAt) && !isOpen(order)),
  ];
  const others = open.filter((order) => !runningOut.includes(order));
  return (
    <>
      <OrdersCard title={words.runsOut} orders={runningOut} />
      <OrdersCard title={words.reservedLongest} orders={others} />
    </>
  );
}

function OrdersCard({ title, orders }: { title: string; orders: readonly Order[] }) {
  if (orders.length === 0) return null;
  return (
    <SomeOfAll title={title} href="/orders" all={words.allReservations}>
      <OrderList label={title} orders={orders.slice(0, shown)} />
    </SomeOfAll>
  );
}

function LongestHere() {
  const session = useSession();
  const { data: animals = [] } = useQuery({
    queryKey: ['pets', 'longest here'],
    queryFn: async ({ signal }) =>
      (await readAnimals(session, { status: 'available', sort: 'arrivedOn', limit: shown, signal })).items,
  });
  if (animals.length === 0) return null;
  return (
    <SomeOfAll title={words.hereLongest} href="/animals?status=available&sort=arrivedOn" all={words.allAvailable}>
      <AnimalRows label={words.hereLongest}>
        {animals.map((animal) => (
          <AnimalRow key={String(animal.id)} petId={animal.id} animal={animal} />
        ))}
      </AnimalRows>
    </SomeOfAll>
  );
}

interface SomeOfAllProps {
  title: string;
  /** Where all are, and what the link there is called. */
  href: string;
  all: string;
  children: ReactNode;
}

function SomeOfAll({ title, href, all, children }: SomeOfAllProps) {
  const toAll = (
    <Anchor component={Link} href={href} size="sm" className="touch" style={{ whiteSpace: 'nowrap' }}>
      {all}
    </Anchor>
  );
  return (
    <Card title={title} actions={toAll}>
      {children}
    </Card>
  );
}
