import { Anchor, Button, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { readAnimals, useAnimals, useReservations } from '../data/animals.ts';
import { useOpenInquiries } from '../data/queries.ts';
import { formatCount } from '../lib/numbers.ts';
import { OrderList } from '../orders/order-list.tsx';
import { useSession } from '../session/session.tsx';
import { AnimalRow, AnimalRows } from '../ui/animal-row.tsx';
import { EmptyState, PageFrame } from '../ui/page.tsx';
import { Readable } from '../ui/readable.tsx';
import { Day } from '../ui/time.tsx';
import { ActivityCard, useNow } from './activity-card.tsx';
import { AdoptionsCard } from './adoptions-card.tsx';
import { Card } from './card.tsx';
import { lastingAdoptions, useAdoptions, useInventory, useLatestEvents } from './queries.ts';

export function OverviewPage() {
  const { can } = useSession();
  return (
    <PageFrame title="Today">
      {can('pets:read') ? (
        <Overview />
      ) : (
        <EmptyState title="Your key may not see the animals">
          Ask your administrator for a key that can read them.
        </EmptyState>
      )}
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
        <Figure count={inventory.data?.available} words="available" href="/animals?status=available" />
        <Figure count={inventory.data?.pending} words="reserved or on hold" href="/animals?status=pending" />
        {can('orders:read') && (
          <Figure count={month && lastingAdoptions(month)} words="adopted this month" href="/animals?status=sold" />
        )}
        {can('inquiries:read') && <OpenInquiries />}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Stack miw={0}>
          {can('inquiries:read') && <Waiting />}
          {can('orders:read') && <Reserved />}
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
  words: string;
  href: string;
}

/** A number, and the way to what is counted. */
function Figure({ count, words, href }: FigureProps) {
  return (
    <li className="figure">
      <Link href={href} className="animal-link">
        <b>{count === undefined ? '–' : formatCount(count)}</b> {words}
      </Link>
    </li>
  );
}

function OpenInquiries() {
  return <Figure count={useOpenInquiries()} words="waiting for an answer" href="/inquiries" />;
}

const shown = 5;

/** Who waits longest for an answer. */
function Waiting() {
  const { client } = useSession();
  const { data: inquiries = [] } = useQuery({
    queryKey: ['inquiries', 'oldest'],
    queryFn: async ({ signal }) => (await client.inquiries.list({ status: 'open', limit: shown, signal }).page()).items,
  });
  const animalOf = useAnimals(inquiries.map(({ petId }) => petId));
  if (inquiries.length === 0) return null;
  return (
    <Card title="Waiting for an answer" aside={<All href="/inquiries">All inquiries</All>}>
      <AnimalRows label="Waiting for an answer">
        {inquiries.map(({ id, petId, name, createdAt }) => (
          <AnimalRow
            key={String(id)}
            petId={petId}
            animal={animalOf(petId)}
            facts={`${name} has asked`}
            since={<Day at={createdAt} />}
          />
        ))}
      </AnimalRows>
    </Card>
  );
}

function Reserved() {
  const orders = useReservations()?.oldest.slice(0, shown) ?? [];
  if (orders.length === 0) return null;
  return (
    <Card title="Reserved longest" aside={<All href="/orders">All reservations</All>}>
      <OrderList label="Reserved longest" orders={orders} />
    </Card>
  );
}

function LongestHere() {
  const session = useSession();
  const { data: animals = [] } = useQuery({
    queryKey: ['pets', 'longest here'],
    queryFn: async ({ signal }) => (await readAnimals(session, { status: 'available', limit: shown, signal })).items,
  });
  if (animals.length === 0) return null;
  return (
    <Card title="Here longest" aside={<All href="/animals?status=available&sort=id">All who are available</All>}>
      <AnimalRows label="Here longest">
        {animals.map((animal) => (
          <AnimalRow key={String(animal.id)} petId={animal.id} animal={animal} />
        ))}
      </AnimalRows>
    </Card>
  );
}

function All({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor component={Link} href={href} size="sm" style={{ whiteSpace: 'nowrap' }}>
      {children}
    </Anchor>
  );
}

function FirstSteps() {
  const { can } = useSession();
  if (!can('pets:write')) {
    return (
      <EmptyState title="There are no animals yet">
        As soon as somebody adds one, this page shows how many there are and what happens to them.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="There are no animals yet"
      actions={
        <>
          <Button component={Link} href="/animals">
            Add the first animal
          </Button>
          <Button component={Link} href="/import" variant="default">
            Import a file
          </Button>
        </>
      }
    >
      Add them one by one, or bring all of them along from a table.
    </EmptyState>
  );
}
