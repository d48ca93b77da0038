import { Anchor, Button, Paper, SimpleGrid, Stack } from '@mantine/core';
import { type Query, useIsFetching, useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { NoAnimals } from '../data/no-animals.tsx';
import { readAnimals, useOpenInquiries, useReservations } from '../data/queries.ts';
import { formatCount } from '../lib/formats.ts';
import { OrderList } from '../orders/order-list.tsx';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { AnimalRow, AnimalRows } from '../ui/animal-row.tsx';
import { Card, PageFrame } from '../ui/page.tsx';
import { Readable } from '../ui/readable.tsx';
import { ActivityCard, useNow } from './activity-card.tsx';
import { AdoptionsCard } from './adoptions-card.tsx';
import { NeedsYou, useRunningOut } from './needs-you.tsx';
import { useAdoptions, useLatestEvents } from './queries.ts';

const words = texts.overview;
// What one of them reads draws no other anew.
const [Needs, Adoptions, Activities] = [memo(NeedsYou), memo(AdoptionsCard), memo(ActivityCard)];

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
      <Together isReady={inventory.data !== undefined}>
        {isEmpty && firstSteps}
        <Needs now={now} />
        <SimpleGrid component="ul" cols={{ base: 2, md: 4 }} p={0} m={0}>
          <Figure count={available} label={texts.petStatuses.available} href="/animals?status=available" />
          <Figure count={pending} label={texts.reservedOrNot} href="/animals?status=pending" />
          {can('orders:read') && (
            <Figure count={month?.adopted} label={words.adoptedThisMonth} href="/animals?status=sold" />
          )}
          {can('inquiries:read') && <Figure count={waiting} label={words.waitForAnswer} href="/inquiries" />}
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Stack miw={0}>
            {can('orders:read') && <Reserved now={now} />}
            <LongestHere />
            {can('orders:read') && (
              <Readable query={adoptions} height={420}>
                {(months) => <Adoptions months={months} />}
              </Readable>
            )}
          </Stack>
          {can('events:read') && (
            <Stack miw={0}>
              <Readable query={events} height={720}>
                {(known) => <Activities events={known} now={now} />}
              </Readable>
            </Stack>
          )}
        </SimpleGrid>
      </Together>
    </PageFrame>
  );
}

const isReadFirst = ({ state }: Query) => state.status === 'pending' && state.fetchFailureCount === 0;

/** Shows all at once, so that nothing moves that somebody is about to press. */
function Together({ isReady, children }: { isReady: boolean; children: ReactNode }) {
  const isReading = useIsFetching({ predicate: isReadFirst }) > 0;
  const [isShown, show] = useState(false);
  if (!isShown && !isReading && isReady) show(true);
  return (
    <>
      {!isShown && <div className="skeleton" />}
      <Stack display={isShown ? undefined : 'none'}>{children}</Stack>
    </>
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
    <Paper component="li" withBorder px="md" py="xs" className="figure">
      <Link href={href} className="animal-link">
        <b>{count === undefined ? '–' : formatCount(count)}</b> {label}
      </Link>
    </Paper>
  );
}

const shown = 5;

/** The other reservations that are oldest. */
const Reserved = memo(({ now }: { now: Date }) => {
  const ending = useRunningOut(now);
  const orders = useReservations()?.oldest.filter((order) => !ending.includes(order)) ?? [];
  if (orders.length === 0) return null;
  return (
    <SomeOfAll title={words.reservedLongest} href="/orders" all={words.allReservations}>
      <OrderList label={words.reservedLongest} orders={orders.slice(0, shown)} />
    </SomeOfAll>
  );
});

const LongestHere = memo(() => {
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
});

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
