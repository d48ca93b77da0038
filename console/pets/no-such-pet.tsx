import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { EmptyState } from '../ui/empty-state.tsx';
import { isolated } from '../ui/name.tsx';
import { Page } from '../ui/page.tsx';

/** Shown for an animal that is not there, or not any more. */
export function NoSuchPet({ petId }: { petId: string }) {
  return (
    <Page title="This animal is not here">
      <EmptyState
        title={`There is no animal with the number ${isolated(petId)}`}
        actions={
          <Button component={Link} href="/animals">
            See all animals
          </Button>
        }
      >
        Perhaps it was removed, or the number is not quite right.
      </EmptyState>
    </Page>
  );
}
