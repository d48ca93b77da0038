import './animal-row.css';
import { Paper } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { decimalOf } from '../../contract/money.ts';
import { type Animal, tellWhere, tellWho, timeHere } from '../lib/animals.ts';
import { formatDay, formatMoney, today } from '../lib/formats.ts';
import { texts } from '../texts/texts.ts';
import { PhotoPicture, Silhouette } from './picture.tsx';
import { useRowKeys } from './shortcuts.ts';

interface AnimalRowProps {
  /** Missing where the row is about no animal, or one that is gone. */
  petId: bigint | undefined;
  /** `null` if it is gone, `undefined` as long as it is not known. */
  animal: Animal | null | undefined;
  /** In place of its name: a sentence about it. */
  title?: ReactNode;
  /** In place of what is known of it. */
  facts?: ReactNode;
  status?: ReactNode;
  /** In place of how long it has been here. */
  since?: ReactNode;
  /** Whether a wide list has its place, arrival and fee in columns. */
  hasColumns?: boolean;
  check?: AnimalCheckProps | undefined;
  actions?: ReactNode;
  /** Whether these can always be seen, not just while somebody points at the row or is in it. */
  hasActions?: boolean;
}

/** One animal, as every list shows it. A press anywhere in the row opens the animal. */
export function AnimalRow(props: AnimalRowProps) {
  const { petId, animal, title, facts, status, since, hasColumns, check, actions, hasActions = false } = props;
  const [isPointed, setPointed] = useState(false);
  const [isEntered, setEntered] = useState(false);
  const now = today();
  return (
    <li
      className="animal"
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setEntered(true)}
      onBlur={({ currentTarget, relatedTarget }) => setEntered(currentTarget.contains(relatedTarget))}
    >
      {check !== undefined && <AnimalCheck {...check} />}
      <AnimalPicture animal={animal} />
      <div className="animal-text">
        <div className="animal-title name">
          {title ?? (petId !== undefined && <AnimalName petId={petId} animal={animal} />)}
        </div>
        <div className="animal-facts name">{facts ?? (animal && <Facts animal={animal} />)}</div>
      </div>
      {hasColumns && animal && <Columns animal={animal} />}
      <span className="animal-end">
        <span className="animal-status">{status}</span>
        <span className="animal-since">{since ?? (animal && timeHere(animal, now))}</span>
      </span>
      {hasActions && <span className="animal-actions">{actions}</span>}
      {!hasActions && (isPointed || isEntered) && <span className="animal-actions animal-quiet">{actions}</span>}
    </li>
  );
}

function Facts({ animal }: { animal: Animal }) {
  const now = today();
  const [who, where] = [tellWho(animal, now), tellWhere(animal, now)];
  return (
    <>
      <span className="animal-who" title={who}>
        {who}
      </span>
      {where !== '' && <span className="animal-where"> · {where}</span>}
    </>
  );
}

/** On a narrow screen they are among the facts, or left out. */
function Columns({ animal }: { animal: Animal }) {
  const { arrivedOn, fee } = animal.profile;
  return (
    <span className="animal-columns">
      <span className="name">{tellWhere(animal, today())}</span>
      <span>{arrivedOn && formatDay(arrivedOn)}</span>
      <span>{fee && formatMoney(`${decimalOf(fee)} ${fee.currency}`)}</span>
    </span>
  );
}

interface AnimalCheckProps {
  label: string;
  isChecked: boolean;
  /** `isRange` if all up to here are meant. */
  onToggle: (isRange: boolean) => void;
}

function AnimalCheck({ label, isChecked, onToggle }: AnimalCheckProps) {
  return (
    // With the shift key a browser would select text.
    <label className="animal-check" onMouseDown={(event) => event.shiftKey && event.preventDefault()}>
      <input
        type="checkbox"
        aria-label={label}
        aria-keyshortcuts="x"
        checked={isChecked}
        onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  );
}

function AnimalName({ petId, animal }: { petId: bigint; animal: Animal | null | undefined }) {
  const [path] = useLocation();
  const list = useSearch();
  if (animal === null) return texts.ui.removedAnimal;
  if (animal === undefined) return <span className="animal-unknown">{texts.ui.animalNumber(String(petId))}</span>;
  return (
    // The page of the animal leads back to the list as it is filtered.
    <Link href={`/animals/${petId}`} className="animal-link" state={path === '/animals' ? { list } : undefined}>
      {animal.name}
    </Link>
  );
}

/** Its first photo, or the silhouette of its species. The name beside it says what it shows. */
export function AnimalPicture({ animal }: Pick<AnimalRowProps, 'animal'>) {
  const photo = animal?.photos[0];
  return (
    <span className="animal-picture">
      {photo === undefined ? (
        <Silhouette kind={`${animal?.profile.species ?? ''} ${animal?.category.name ?? ''}`} />
      ) : (
        <PhotoPicture photo={photo} alt="" width={56} height="100%" />
      )}
    </span>
  );
}

/** Rows of animals, with shortcuts. */
export function AnimalRows({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  return (
    <Paper component="ul" withBorder m={0} p={0} className="animals" aria-label={label} ref={list}>
      {children}
    </Paper>
  );
}
