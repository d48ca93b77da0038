import { type ComparedAnimal, type Comparison, countLeft } from '../../../importer/known/compare.ts';
import { toLabel } from '../../../importer/profile-fields.ts';
import { escapeInvisible } from '../../../src/lib/visible-text.ts';

/** So many animals of a kind are named; `--json` names all. */
const maxNamed = 10;

interface KnownOptions {
  dryRun?: boolean;
  updateKnown?: boolean;
  overwrite?: boolean;
}

/** What becomes of the animals that the service has, or what would: lines for people. */
export function describeKnown(comparison: Comparison | undefined, options: KnownOptions): string[] {
  if (comparison === undefined || comparison.known.size === 0) return [];
  const { left, returned, changed, unchanged, added, changedHere } = comparison;
  const countOf = (title: string, animals: readonly ComparedAnimal[]) =>
    animals.length === 0 ? [] : [`  ${String(animals.length).padStart(7)}  ${title}: ${nameAll(animals)}`];
  const outcomes = [...left].flatMap(([outcome, animals]) => countOf(`left, ${toLabel(outcome)}`, animals));
  if (!options.updateKnown) {
    if (countLeft(comparison) === 0) return [];
    const title = `the file says they have left, here they are in care: ${countLeft(comparison)}`;
    return [title, ...outcomes, 'Say it of them with --update-known.'];
  }
  const verb = options.dryRun ? 'would be' : 'are';
  return [
    `of the animals that are known ${verb}`,
    ...outcomes,
    ...countOf('here again', returned),
    ...countOf('changed', changed),
    `  ${String(unchanged.length).padStart(7)}  unchanged`,
    `  ${String(added.length).padStart(7)}  new`,
    ...(changedHere.length === 0
      ? []
      : [
          `changed here since, and ${options.overwrite ? 'overwritten' : 'kept'}: ${changedHere.length}`,
          ...changedHere
            .slice(0, maxNamed)
            .map(
              ({ name, reference, fields }) => `  ${escapeInvisible(`${name} (${reference})`)}: ${fields.join(', ')}`,
            ),
          ...more(changedHere),
          ...(options.overwrite ? [] : ['Say with --overwrite that the file is right.']),
        ]),
  ];
}

function nameAll(animals: readonly ComparedAnimal[]): string {
  const named = animals.slice(0, maxNamed).map(({ name, reference }) => escapeInvisible(`${name} (${reference})`));
  return [...named, ...more(animals).map((text) => text.trim())].join(', ');
}

function more({ length }: readonly unknown[]): string[] {
  return length > maxNamed ? [`  and ${length - maxNamed} more`] : [];
}

/** For programs, with names that stay. */
export function listKnown({ left, returned, changed, unchanged, added, changedHere }: Comparison): object {
  return {
    left: Object.fromEntries(left),
    returned,
    changed,
    unchanged: unchanged.length,
    new: added.length,
    changedHere,
  };
}
