import { SimpleGrid, Stack } from '@mantine/core';
import { useSession } from '../session/session.tsx';
import { EmptyState } from '../shared/empty-state.tsx';
import { Page } from '../shell/page.tsx';
import { ActivityCard } from './activity-card.tsx';
import { AdoptionsCard } from './adoptions-card.tsx';
import { CategoryCard } from './category-card.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Readable } from './readable.tsx';
import { StatusCard } from './status-card.tsx';
import { useEventHistory } from './use-event-history.ts';
import { totalOf, useInventory } from './use-inventory.ts';
import { useNow } from './use-now.ts';

/** How the catalogue is doing. */
export function OverviewPage() {
  const { can } = useSession();
  return (
    <Page title="Overview">
      {can('pets:read') ? (
        <Overview />
      ) : (
        <EmptyState title="Your key may not see the animals">
          Ask whoever runs this server for a key that may read them.
        </EmptyState>
      )}
    </Page>
  );
}

function Overview() {
  const { can } = useSession();
  const inventory = useInventory();
  const history = useEventHistory();
  const now = useNow();
  const isEmpty = inventory.data !== undefined && totalOf(inventory.data) === 0n;
  const isQuiet = !can('events:read') || history.data?.events.length === 0;
  if (isEmpty && isQuiet) return <FirstSteps />;
  return (
    <>
      {isEmpty && <FirstSteps />}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Stack miw={0}>
          {!isEmpty && (
            <Readable query={inventory} height={268}>
              {(counts) => <StatusCard inventory={counts} />}
            </Readable>
          )}
          {can('events:read') && (
            <Readable query={history} height={380}>
              {(known) => <AdoptionsCard history={known} now={now} />}
            </Readable>
          )}
          {!isEmpty && can('events:read') && <Categories />}
        </Stack>
        <Stack miw={0}>
          {!can('events:read') && <Categories />}
          {can('events:read') && (
            <Readable query={history} height={720}>
              {(known) => <ActivityCard history={known} now={now} />}
            </Readable>
          )}
        </Stack>
      </SimpleGrid>
    </>
  );
}

function Categories() {
  return (
    <Readable query={useInventory()} height={480}>
      {({ categories = [] }) => <CategoryCard categories={categories} />}
    </Readable>
  );
}
