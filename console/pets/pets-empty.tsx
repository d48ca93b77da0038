import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/texts.ts';
import { QuietButton } from '../ui/action-button.tsx';
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
  const said = texts.pets;
  if (isFiltered || !isFirstPage) {
    return (
      <EmptyState
        title={isFirstPage ? said.noMatch : texts.listing.emptyPage}
        actions={<QuietButton onClick={onShowAll}>{said.showAllAnimals}</QuietButton>}
      >
        {isFirstPage ? said.noMatchAdvice : said.emptyPageText}
      </EmptyState>
    );
  }
  if (!can('pets:write')) return <EmptyState title={said.noneYet}>{said.noneYetText}</EmptyState>;
  return (
    <EmptyState
      title={said.noneYet}
      actions={
        <>
          <Button onClick={onAdd}>{said.addFirst}</Button>
          <QuietButton component={Link} href="/import">
            {said.importFile}
          </QuietButton>
        </>
      }
    >
      {said.addAdvice}
    </EmptyState>
  );
}
