import { formatCount } from '../../lib/formats.ts';
import { laterPart } from '../../texts/later.ts';
import { texts } from '../../texts/texts.ts';
import type { SelectionProps } from './selection.ts';

// Loaded when somebody first selects something.
const SelectionBar = laterPart(async () => (await import('./selection-bar.tsx')).SelectionBar);

export function SelectAll(props: SelectionProps) {
  const { selection, total } = props;
  const count = selection.count(total);
  const isAll = selection.choice.areAll && selection.choice.ids.size === 0;
  return (
    <>
      <label className="select-all">
        <input
          type="checkbox"
          ref={(box) => {
            if (box !== null) box.indeterminate = !isAll && count !== 0;
          }}
          checked={isAll}
          onChange={() => (isAll ? selection.only([]) : selection.all())}
        />
        <span aria-live="polite">
          {count === 0
            ? texts.pets.selectAll
            : texts.pets.selected(count === undefined ? undefined : formatCount(count))}
        </span>
      </label>
      {count !== 0 && <SelectionBar {...props} />}
    </>
  );
}
