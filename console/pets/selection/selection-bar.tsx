import { Group } from '@mantine/core';
import { useOpenDialog } from '../../lib/dialog-host.tsx';
import { useSession } from '../../session/session.tsx';
import { texts } from '../../texts/page-texts.ts';
import { SmallButton } from '../../ui/action-button.tsx';
import { PrintDialog } from '../paper/later-print-dialog.ts';
import { ActDialog } from './act-dialog.tsx';
import { type Act, acts } from './acts.ts';
import type { SelectionProps } from './selection.ts';

const order = new Intl.Collator(undefined, { numeric: true });

export function SelectionBar({ selection, from, total, animals }: SelectionProps) {
  const { can } = useSession();
  const open = useOpenDialog();
  const chosen = { choice: selection.choice, from, count: selection.count(total) };
  const begin = (act: Act) => {
    const suggestions = [...new Set(animals.flatMap((animal) => act.valuesOf?.(animal) ?? []))].sort(order.compare);
    const onEnd = act.isReading ? undefined : selection.only;
    open(<ActDialog act={act} chosen={chosen} suggestions={suggestions} onEnd={onEnd} />);
  };
  return (
    <Group className="acts" gap="xs" wrap="nowrap" role="group" aria-label={texts.selection.with}>
      {acts
        .filter(({ isReading = false }) => isReading || can('pets:write'))
        .map((offered) => (
          <SmallButton key={offered.label} flex="none" onClick={() => begin(offered)}>
            {offered.label}
          </SmallButton>
        ))}
      <SmallButton flex="none" onClick={() => open(<PrintDialog chosen={chosen} />)}>
        {texts.ui.print}
      </SmallButton>
      <SmallButton flex="none" variant="subtle" onClick={() => selection.only([])}>
        {texts.selection.clear}
      </SmallButton>
    </Group>
  );
}
