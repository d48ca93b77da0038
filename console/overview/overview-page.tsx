import { Button, SimpleGrid, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { useIsNarrow } from '../listing/list-skeleton.tsx';
import { useSession } from '../session/session.tsx';
import { EmptyState, Page } from '../ui/page.tsx';
import { Readable } from '../ui/readable.tsx';
import { ActivityCard, useNow } from './activity-card.tsx';
import { AdoptionsCard } from './adoptions-card.tsx';
import { CategoryCard } from './category-card.tsx';
import { totalOf, useAdoptions, useCategoryCounts, useInventory, useLatestEvents } from './queries.ts';
import { StatusCard } from './status-card.tsx';

export function OverviewPage() {
  const { can } = useSession();
  return (
    <Page title="Today">
      {can('pets:read') ? (
        <Overview />
      ) : (
        <EmptyState title="Your key may not see the animals">
          Ask your administrator for a key that can read them.
        </EmptyState>
      )}
    </Page>
  );
}

function Overview() {
  const { can } = useSession();
  const inventory = useInventory();
  const events = useLatestEvents();
  const now = useNow();
  const isPhone = useIsNarrow();
  const adoptions = useAdoptions(now);
  const isEmpty = inventory.data !== undefined && totalOf(inventory.data) === 0n;
  const isQuiet = !can('events:read') || events.data?.length === 0;
  if (isEmpty && isQuiet) return <FirstSteps />;
  return (
    <>
      {isEmpty && <FirstSteps />}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Stack miw={0}>
          {!isEmpty && (
            <Readable query={inventory} height={221}>
              {(counts) => <StatusCard inventory={counts} />}
            </Readable>
          )}
          {can('orders:read') && (
            <Readable query={adoptions} height={isPhone ? 467 : 420}>
              {(months) => <AdoptionsCard months={months} />}
            </Readable>
          )}
          {!isEmpty && can('events:read') && <Categories />}
        </Stack>
        <Stack miw={0}>
          {!can('events:read') && <Categories />}
          {can('events:read') && (
            <Readable query={events} height={720}>
              {(known) => <ActivityCard events={known} now={now} />}
            </Readable>
          )}
        </Stack>
      </SimpleGrid>
    </>
  );
}

function Categories() {
  return (
    <Readable query={useCategoryCounts()} height={480}>
      {(counts) => <CategoryCard counts={counts} />}
    </Readable>
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
