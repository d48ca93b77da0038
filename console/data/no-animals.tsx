import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/texts.ts';
import { QuietButton } from '../ui/action-button.tsx';
import { EmptyState } from '../ui/page.tsx';

/** Stands where there are no animals yet, with the ways to some; `children` is the way to the first one. */
export function NoAnimals({ children }: { children: ReactNode }) {
  const { can } = useSession();
  const said = texts.pets;
  if (!can('pets:write')) return <EmptyState title={said.noneYet}>{said.noneYetText}</EmptyState>;
  const ways = (
    <>
      {children}
      <QuietButton component={Link} href="/import">
        {said.importFile}
      </QuietButton>
    </>
  );
  return (
    <EmptyState title={said.noneYet} actions={ways}>
      {said.addAdvice}
    </EmptyState>
  );
}
