import { Combobox, TextInput, type TextInputProps, useCombobox } from '@mantine/core';
import { type ReactNode, type Ref, useState } from 'react';
import { type PetStatus, petStatuses } from '../../client/index.ts';
import { type Animal, describeAnimal } from '../lib/animals.ts';
import { today } from '../lib/formats.ts';
import { texts } from '../texts/texts.ts';
import { AnimalPicture } from '../ui/animal-row.tsx';
import { AnimalStatus } from '../ui/inline.tsx';
import { useAnimalSearch } from './queries.ts';

interface AnimalSearchProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  ref?: Ref<HTMLInputElement>;
  /** Those that are looked for, in this order; by default all. */
  statuses?: readonly PetStatus[];
  onChoose: (animal: Animal) => void;
  /** When somebody presses Enter, and has chosen none of what is found. */
  onEnter?: (text: string) => void;
  /** What else is found by a text. */
  others?: (text: string) => readonly { readonly label: string; choose(): void }[];
}

export function AnimalSearch(props: AnimalSearchProps) {
  const { statuses = petStatuses, onChoose, onEnter, others = () => [], ...field } = props;
  const [text, setText] = useState('');
  const isSearching = text.trim() !== '';
  const found = useAnimalSearch(text, statuses);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const options: (readonly [key: string, shown: ReactNode, choose: () => void])[] = [
    ...others(text).map(({ label, choose }) => [label, label, choose] as const),
    ...(found ?? []).map(
      (animal) => [String(animal.id), <FoundAnimal key="" animal={animal} />, () => onChoose(animal)] as const,
    ),
  ];
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(chosen) => {
        setText('');
        combobox.closeDropdown();
        options.find(([key]) => key === chosen)?.[2]();
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
            setText(currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onKeyDown={({ key }) => {
            if (key !== 'Enter' || onEnter === undefined || !isSearching || combobox.getSelectedOptionIndex() >= 0)
              return;
            setText('');
            combobox.closeDropdown();
            onEnter(text.trim());
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      {isSearching && (found !== undefined || options.length > 0) && (
        <Combobox.Dropdown>
          {options.length === 0 && <Combobox.Empty role="status">{texts.data.notFound}</Combobox.Empty>}
          <Combobox.Options
            aria-label={texts.data.found}
            hidden={options.length === 0}
            mah={420}
            style={{ overflowY: 'auto' }}
          >
            {options.map(([key, shown]) => (
              <Combobox.Option key={key} value={key}>
                {shown}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      )}
    </Combobox>
  );
}

/** The same as its row, without links: the whole of it is chosen. */
function FoundAnimal({ animal }: { animal: Animal }) {
  return (
    <div className="animal-found">
      <AnimalPicture animal={animal} />
      <div className="animal-text">
        <div className="animal-title name">{animal.name}</div>
        <div className="animal-facts name">{describeAnimal(animal, today())}</div>
        <AnimalStatus animal={animal} />
      </div>
    </div>
  );
}
