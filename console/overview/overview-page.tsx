import { Anchor, Button, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Order } from '../../client/index.ts';
import { readAnimals, useAnimals, useOpenInquiries, useReservations } from '../data/queries.ts';
import { formatCount } from '../lib/formats.ts';
import { useLive } from '../live/live-events.tsx';
import { OrderList } from '../orders/order-list.tsx';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { QuietButton } from '../ui/action-button.tsx';
import { AnimalRow, AnimalRows } from '../ui/animal-row.tsx';
import { Day } from '../ui/inline.tsx';
import { Card, EmptyState, PageFrame } from '../ui/page.tsx';
import { Readable } from '../ui/readable.tsx';
import { ActivityCard, useNow } from './activity-card.tsx';
import { AdoptionsCard } from './adoptions-card.tsx';
import { useAdoptions, useInventory, useLatestEvents, useOldestInquiries } from './queries.ts';

const words = texts.overview;

export function OverviewPage() {
  return (
    <PageFrame title={texts.pages['/']}>
      <Overview />
    </PageFrame>
  );
}

function Overview() {
  const { can } = useSession();
  const inventory = useInventory();
  const events = useLatestEvents();
  const now = useNow();
  const adoptions = useAdoptions(now);
  const isEmpty = inventory.data !== undefined && Object.values(inventory.data).every((count) => count === 0n);
  const isQuiet = !can('events:read') || events.data?.length === 0;
  if (isEmpty && isQuiet) return <FirstSteps />;
  const month = adoptions.data?.at(-1);
  return (
    <>
      {isEmpty && <FirstSteps />}
      <SimpleGrid component="ul" cols={{ base: 2, md: 4 }} p={0} m={0}>
        <Figure
          count={inventory.data?.available}
          label={texts.petStatuses.available}
          href="/animals?status=available"
        />
        <Figure count={inventory.data?.pending} label={texts.reservedOrOnHold} href="/animals?status=pending" />
        {can('orders:read') && (
          <Figure count={month?.adopted} label={words.adoptedThisMonth} href="/animals?status=sold" />
        )}
        {can('inquiries:read') && <OpenInquiries />}
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
    </>
  );
}

interface FigureProps {
  /** `undefined` as long as it is not known. */
  count: bigint | number | undefined;
  label: string;
  href: string;
}

/** A number, and the way to what is counted. */
function Figure({ count, label, href }: FigureProps) {
  return (
    <li className="figure">
      <Link href={href} className="animal-link">
        <b>{count === undefined ? '–' : formatCount(count)}</b> {label}
      </Link>
    </li>
  );
}

function OpenInquiries() {
  return <Figure count={useOpenInquiries()} label={words.waitForAnswer} href="/inquiries" />;
}

const shown = 5;

/** Who waits longest for an answer: first those of whom nobody takes care. */
function Waiting() {
  const { data: open = [] } = useOldestInquiries();
  const inquiries = [...open.filter(({ assignee }) => !assignee), ...open.filter(({ assignee }) => assignee)].slice(
    0,
    shown,
  );
  const animalOf = useAnimals(inquiries.map(({ petId }) => petId));
  if (inquiries.length === 0) return null;
  return (
    <AnimalsCard title={words.waiting} href="/inquiries" all={words.allInquiries}>
      {inquiries.map(({ id, petId, name, createdAt, assignee }) => (
        <AnimalRow
          key={String(id)}
          petId={petId}
          animal={animalOf(petId)}
          facts={assignee === undefined ? words.nobodyYet(name) : words.hasAsked(name)}
          since={<Day at={createdAt} />}
        />
      ))}
    </AnimalsCard>
  );
}

const dayMs = 86_400_000;
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
    <Card title={title} actions={<All href="/orders">{words.allReservations}</All>}>
      <OrderList label={title} orders={orders.slice(0, shown)} />
    </Card>
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
    <AnimalsCard title={words.hereLongest} href="/animals?status=available&sort=arrivedOn" all={words.allAvailable}>
      {animals.map((animal) => (
        <AnimalRow key={String(animal.id)} petId={animal.id} animal={animal} />
      ))}
    </AnimalsCard>
  );
}

interface AnimalsCardProps {
  title: string;
  /** Where all are, and what the link there is called. */
  href: string;
  all: string;
  children: ReactNode;
}

/** A few animals, and the way to all of them. */
function AnimalsCard({ title, href, all, children }: AnimalsCardProps) {
  return (
    <Card title={title} actions={<All href={href}>{all}</All>}>
      <AnimalRows label={title}>{children}</AnimalRows>
    </Card>
  );
}

function All({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor component={Link} href={href} size="sm" className="touch" style={{ whiteSpace: 'nowrap' }}>
      {children}
    </Anchor>
  );
}

function FirstSteps() {
  const { can } = useSession();
  if (!can('pets:write')) {
    return <EmptyState title={texts.pets.noneYet}>{words.noAnimalsText}</EmptyState>;
  }
  return (
    <EmptyState
      title={texts.pets.noneYet}
      actions={
        <>
          <Button component={Link} href="/animals">
            {texts.pets.addFirst}
          </Button>
          <QuietButton component={Link} href="/import">
            {texts.pets.importFile}
          </QuietButton>
        </>
      }
    >
      {words.addThem}
    </EmptyState>
  );
}
