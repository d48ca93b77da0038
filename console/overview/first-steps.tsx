import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { useSession } from '../session/session.tsx';
import { EmptyState } from '../ui/page.tsx';

/** Shown while there are no animals. */
export function FirstSteps() {
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
