import type { TextInputProps } from '@mantine/core';
import { useState } from 'react';
import type { PetStatus } from '../../client/index.ts';
import { type Animal, describeAnimal } from '../lib/animals.ts';
import { today } from '../lib/formats.ts';
import { AnimalPicture } from '../ui/animal-row.tsx';
import { AnimalStatus } from '../ui/inline.tsx';
import { useAnimalSearch } from './queries.ts';
import { SearchBox } from './search-box.tsx';

interface AnimalSearchProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  /** Those that are looked for, in this order. */
  statuses: readonly PetStatus[];
  onChoose: (animal: Animal) => void;
}

export function AnimalSearch({ statuses, onChoose, ...field }: AnimalSearchProps) {
  const [text, setText] = useState('');
  const found = useAnimalSearch(text, statuses);
  const options = found?.map((animal) => ({
    key: String(animal.id),
    shown: <FoundAnimal animal={animal} />,
    choose: () => onChoose(animal),
  }));
  return <SearchBox {...field} text={text} onText={setText} groups={options && [{ options }]} />;
}

/** The same as its row, without links: the whole of it is chosen. */
export function FoundAnimal({ animal, title = animal.name }: { animal: Animal; title?: string | undefined }) {
  return (
    <div className="animal-found">
      <AnimalPicture animal={animal} />
      <div className="animal-text">
        <div className="animal-title name">{title}</div>
        <div className="animal-facts name">{describeAnimal(animal, today())}</div>
        <AnimalStatus animal={animal} />
      </div>
    </div>
  );
}
