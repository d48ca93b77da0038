import { Anchor, Checkbox, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { isOutcomeType } from '../../../client/guards.gen.ts';
import { type ComparedAnimal, type Comparison, countLeft } from '../../../importer/known/compare.ts';
import type { Field } from '../../../importer/known/difference.ts';
import { formatCount } from '../../lib/formats.ts';
import { fieldLabel } from '../../profiles/profile-fields.ts';
import { texts } from '../../texts/page-texts.ts';
import { List, Note } from '../../ui/page.tsx';

const words = texts.import;

/** So many animals of a kind are listed. */
const maxListed = 200;

interface KnownResultProps {
  comparison: Comparison;
  updatesKnown: boolean;
}

/** What the file says of the animals that are here, each kind with its animals. */
export function KnownResult({ comparison, updatesKnown }: KnownResultProps) {
  const { known, left, returned, changed, unchanged, added } = comparison;
  if (known.size === 0) return null;
  const outcomes = [...left].map(
    ([outcome, animals]) => [isOutcomeType(outcome) ? texts.outcomes[outcome] : words.leftSomehow, animals] as const,
  );
  const others = [
    [words.returned, returned],
    [words.changed, changed],
    [words.counts.unchanged, unchanged],
    [words.newHere, added],
  ] as const;
  const kinds = updatesKnown ? [...outcomes, ...others] : outcomes;
  const leftCount = countLeft(comparison);
  return (
    <Stack gap={4}>
      {!updatesKnown && leftCount > 0 && <Text size="sm">{words.leftElsewhere(formatCount(leftCount))}</Text>}
      {kinds.map(([title, animals]) => (
        <Animals key={title} title={title} animals={animals} />
      ))}
    </Stack>
  );
}

interface ChangedHereProps {
  animals: readonly ComparedAnimal[];
  overwrites: boolean;
  onOverwrite: (overwrites: boolean) => void;
}

/** What somebody has changed here since: it stays unless that is overruled. */
export function ChangedHere({ animals, overwrites, onOverwrite }: ChangedHereProps) {
  if (animals.length === 0) return null;
  return (
    <Stack gap={4}>
      <Animals title={words.changedHere} animals={animals} hasFields />
      <Checkbox
        label={words.overwrite}
        description={words.overwriteNote}
        checked={overwrites}
        onChange={({ currentTarget }) => onOverwrite(currentTarget.checked)}
      />
    </Stack>
  );
}

interface AnimalsProps {
  title: string;
  animals: readonly ComparedAnimal[];
  hasFields?: boolean;
}

function Animals({ title, animals, hasFields = false }: AnimalsProps) {
  if (animals.length === 0) return null;
  return (
    <details>
      <summary>{words.countOf(title, formatCount(animals.length))}</summary>
      <List gap={2}>
        {animals.slice(0, maxListed).map(({ petId, name, reference, line, fields }) => (
          <Text component="li" size="sm" className="name" key={line}>
            {petId === undefined ? (
              name
            ) : (
              <Anchor component={Link} href={`/animals/${petId}`}>
                {name}
              </Anchor>
            )}{' '}
            ({reference}){hasFields && `: ${fields.map(labelOf).join(', ')}`}
          </Text>
        ))}
      </List>
      {animals.length > maxListed && <Note>{words.otherAnimals(formatCount(animals.length - maxListed))}</Note>}
    </details>
  );
}

function labelOf(field: Field): string {
  if (field === 'name') return texts.ui.name;
  return field === 'status' ? texts.listing.status : fieldLabel(field);
}
