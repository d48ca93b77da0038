import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { useSession } from '../session/session.tsx';
import { EmptyState } from '../ui/page.tsx';

interface PetsEmptyProps {
  isFiltered: boolean;
  isFirstPage: boolean;
  onShowAll: () => void;
  onAdd: () => void;
}

/** Explains why no animals are shown, and what to do. */
export function PetsEmpty({ isFiltered, isFirstPage, onShowAll, onAdd }: PetsEmptyProps) {
  const { can } = useSession();
  if (isFiltered || !isFirstPage) {
    return (
      <EmptyState
        title={isFirstPage ? 'No matching animals' : 'This page is empty'}
        actions={
          <Button variant="default" onClick={onShowAll}>
            Show all animals
          </Button>
        }
      >
        {isFirstPage ? 'Choose another name, status or category.' : 'The animals on this page were removed.'}
      </EmptyState>
    );
  }
  if (!can('pets:write')) return <EmptyState title="There are no animals yet">Nobody has added one so far.</EmptyState>;
  return (
    <EmptyState
      title="There are no animals yet"
      actions={
        <>
          <Button onClick={onAdd}>Add the first animal</Button>
          <Button variant="default" component={Link} href="/import">
            Import a file
          </Button>
        </>
      }
    >
      Add them one by one, or import a spreadsheet.
    </EmptyState>
  );
}
