import { Combobox, TextInput, type TextInputProps, useCombobox } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { texts } from '../texts/texts.ts';
import { useIsNarrow } from '../ui/page.tsx';

/** Something that is found. */
export interface Found {
  readonly key: string;
  readonly shown: ReactNode;
  choose(): void;
}

interface FoundGroup {
  /** Missing where all that is found is of one kind. */
  readonly label?: string;
  readonly options: readonly Found[];
}

interface SearchBoxProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  ref?: Ref<HTMLInputElement> | undefined;
  text: string;
  onText: (text: string) => void;
  /** What is found; `undefined` as long as that is not known. */
  groups: readonly FoundGroup[] | undefined;
  /** When somebody presses Enter, and has chosen none of what is found. */
  onEnter?: (text: string) => void;
}

/** A field that shows what is found by its text while somebody types. */
export function SearchBox({ text, onText, groups, onEnter, ...field }: SearchBoxProps) {
  const combobox = useCombobox({
    defaultOpened: field.autoFocus === true,
    onDropdownClose: () => combobox.resetSelectedOption(),
  });
  const isSearching = text.trim() !== '';
  const options = (groups ?? []).flatMap((group) => group.options);
  const leave = () => {
    onText('');
    combobox.closeDropdown();
  };
  const optionsOf = (group: FoundGroup) =>
    group.options.map(({ key, shown }) => (
      <Combobox.Option key={key} value={key}>
        {shown}
      </Combobox.Option>
    ));
  return (
    <Combobox
      store={combobox}
      // On a phone the field shares its line with others.
      width={useIsNarrow() ? 'calc(100vw - 32px)' : 'target'}
      onOptionSubmit={(chosen) => {
        leave();
        options.find(({ key }) => key === chosen)?.choose();
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          type="search"
          role="combobox"
          placeholder={texts.data.searchHint}
          autoComplete="off"
          maxLength={100}
          {...field}
          value={text}
          onChange={({ currentTarget }) => {
            onText(currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onFocus={() => combobox.openDropdown()}
          onKeyDown={({ key }) => {
            if (key !== 'Enter' || onEnter === undefined || !isSearching || combobox.getSelectedOptionIndex() >= 0)
              return;
            leave();
            onEnter(text.trim());
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      {(options.length > 0 || (isSearching && groups !== undefined)) && (
        <Combobox.Dropdown>
          {options.length === 0 && <Combobox.Empty role="status">{texts.data.notFound}</Combobox.Empty>}
          <Combobox.Options
            aria-label={texts.data.found}
            hidden={options.length === 0}
            mah={420}
            style={{ overflowY: 'auto' }}
          >
            {groups?.map((group) =>
              group.label === undefined || group.options.length === 0 ? (
                optionsOf(group)
              ) : (
                <Combobox.Group key={group.label} label={group.label}>
                  {optionsOf(group)}
                </Combobox.Group>
              ),
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      )}
    </Combobox>
  );
}
