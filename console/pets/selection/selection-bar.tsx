import { Group } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../session/session.tsx';
import { pageTexts } from '../../texts/page-texts.ts';
import { SmallButton } from '../../ui/action-button.tsx';
import { PrintDialog } from '../paper/later-print-dialog.ts';
import { ActDialog } from './act-dialog.tsx';
import { type Act, acts } from './acts.ts';
import type { SelectionProps } from './read-chosen.ts';

const order = new Intl.Collator(undefined, { numeric: true });

/** What can be done with all that is chosen. */
export function SelectionBar({ selection, from, total, animals }: SelectionProps) {
  const { can } = useSession();
  const [act, setAct] = useState<Act>();
  const [isPrinting, setPrinting] = useState(false);
  const chosen = { choice: selection.choice, from, count: selection.count(total) };
  const close = (refused?: readonly bigint[]) => {
    if (refused !== undefined && act?.isReading !== true) selection.only(refused);
    setAct(undefined);
  };
  return (
    <Group className="acts" gap="xs" wrap="nowrap" role="group" aria-label={pageTexts.selection.with}>
      {acts
        .filter(({ isReading = false }) => isReading || can('pets:write'))
        .map((offered) => (
          <SmallButton key={offered.label} flex="none" onClick={() => setAct(offered)}>
            {offered.label}
          </SmallButton>
        ))}
      <SmallButton flex="none" onClick={() => setPrinting(true)}>
        {pageTexts.ui.print}
      </SmallButton>
      <SmallButton flex="none" variant="subtle" onClick={() => selection.only([])}>
        {pageTexts.selection.clear}
      </SmallButton>
      {act !== undefined && (
        <ActDialog
          act={act}
          chosen={chosen}
          suggestions={[...new Set(animals.flatMap((animal) => act.valuesOf?.(animal) ?? []))].sort(order.compare)}
          onClose={close}
        />
      )}
      {isPrinting && <PrintDialog chosen={chosen} onClose={() => setPrinting(false)} />}
    </Group>
  );
}
