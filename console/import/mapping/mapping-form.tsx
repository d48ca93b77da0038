import { Button, Checkbox, FileButton, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { type Check, checkRows, undecidedIn } from '../../../importer/check/check.ts';
import type { Comparison } from '../../../importer/known/compare.ts';
import type { KnownAnimal } from '../../../importer/known/known-animals.ts';
import { columnsOf } from '../../../importer/plan.ts';
import { formatCount } from '../../lib/formats.ts';
import { useSession } from '../../session/session.tsx';
import { texts } from '../../texts/page-texts.ts';
import { QuietButton } from '../../ui/action-button.tsx';
import { Failure, sayFaults } from '../../ui/failure.tsx';
import { Card, Note } from '../../ui/page.tsx';
import { FileLine, type FileLineProps, Step } from '../file/file-views.tsx';
import { photoSource, type SourceFile } from '../file/source-file.ts';
import { compareFile } from '../known/compare-file.ts';
import { ChangedHere, KnownResult } from '../known/known-animals.tsx';
import { type ChoicesProps, findErrors, hasReference, type ImportChoices, toMapping } from './choices.ts';
import { ColumnFields, OtherColumns } from './column-fields.tsx';
import { Preview } from './preview.tsx';
import { Questions } from './questions.tsx';

const words = texts.import;

interface MappingFormProps extends ChoicesProps, FileLineProps {
  failure: unknown;
  onStart: (checked: { check: Check; comparison: Comparison | undefined }) => void;
}

export function MappingForm({ source, choices, failure, onChange, onForm, onStart, onReset }: MappingFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [isTried, setTried] = useState(false);
  /** The choices with which to start when all rows are checked. */
  const [wanted, setWanted] = useState<ImportChoices>();
  const errors = findErrors(choices);
  const { check, comparison, isCurrent, problem } = useCheck(source, choices);
  const isWaiting = wanted === choices && problem === undefined;

  useEffect(() => {
    if (isWaiting && isCurrent && check !== undefined) onStart({ check, comparison });
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const [first] = Object.keys(errors);
    if (first === undefined) setWanted(choices);
    else form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  };

  return (
    <form ref={form} onSubmit={submit} onKeyDown={keepFromSubmitting} noValidate>
      <Stack>
        {failure !== undefined && <Failure error={failure} />}
        <FileLine source={source} onForm={onForm} onReset={onReset} />
        <Step title={words.meaning}>
          {choices.plan.system !== undefined && <Text role="status">{words.presetFound(choices.plan.system)}</Text>}
          <ColumnFields source={source} choices={choices} errors={isTried ? errors : {}} onChange={onChange} />
          <Questions source={source} choices={choices} check={check} onChange={onChange} />
          <OtherColumns source={source} choices={choices} onChange={onChange} />
          <KnownAnimals choices={choices} check={check} onChange={onChange} />
        </Step>
        <Card title={words.becomesOf} actions={!isCurrent && <Note>{words.checking}</Note>}>
          <div role="status">
            {source.rowCount === 0 && <Text c="dimmed">{words.noRows}</Text>}
            {Object.keys(errors).length > 0 && <Text c="dimmed">{words.incomplete}</Text>}
            {check !== undefined && <CheckResult check={check} known={comparison?.known.size ?? 0} />}
            {comparison !== undefined && <KnownResult comparison={comparison} updatesKnown={choices.updatesKnown} />}
          </div>
          {comparison !== undefined && choices.updatesKnown && (
            <ChangedHere
              animals={comparison.changedHere}
              overwrites={choices.overwrites}
              onOverwrite={(overwrites) => onChange({ ...choices, overwrites })}
            />
          )}
          {problem !== undefined && <Failure error={problem} />}
          <Preview source={source} choices={choices} />
        </Card>
        <Group>
          <Button type="submit" disabled={source.rowCount === 0}>
            {isWaiting ? words.checking : words.importAnimals(check?.animals, formatCount(check?.animals ?? 0))}
          </Button>
          <QuietButton onClick={onReset}>{texts.cancel}</QuietButton>
        </Group>
      </Stack>
    </form>
  );
}

/** The key that ends the typing of a number or a currency does not start an import. */
function keepFromSubmitting(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

/** What all rows become, before anything is sent. */
function CheckResult({ check, known }: { check: Check; known: number }) {
  const { animals, statuses, leftOut, earlierStays, respelled, rejected, rejections } = check;
  const { available, pending, sold } = statuses;
  const onHold = undecidedIn(check);
  const lines = [
    words.becomes(formatCount(animals), formatCount(available), formatCount(pending), formatCount(sold)),
    known > 0 && words.hereAlready(formatCount(known)),
    onHold > 0 && words.undecided(onHold, formatCount(onHold)),
    leftOut > 0 && words.leftOutOf(leftOut, formatCount(leftOut)),
    earlierStays > 0 && words.earlierStaysOf(earlierStays, formatCount(earlierStays)),
    ...respelled.slice(0, 3).map(({ text, takenFor }) => words.respelled(text, takenFor)),
    ...rejections
      .slice(0, 3)
      .map(
        ({ faults, count, line }) =>
          `${words.rowsRejected(count, formatCount(count), formatCount(line))} ${sayFaults(faults)}`,
      ),
    rejections.length > 3 && words.rejectedOf(formatCount(rejected)),
  ];
  return lines.map(
    (line, at) =>
      line !== false && (
        <Text key={line} size="sm" className="name" {...(at === 0 && { fw: 600 })}>
          {line}
        </Text>
      ),
  );
}

/** What the reference is good for: to know an animal again, and to find its photos. */
function KnownAnimals({ choices, check, onChange }: Omit<ChoicesProps, 'source'> & { check: Check | undefined }) {
  const { photos, plan, updatesKnown } = choices;
  const newest = check?.newestLines;
  const found = useMemo(() => {
    const { findPhotos } = photoSource(photos);
    return [...(newest?.keys() ?? [])].reduce((sum, reference) => sum + findPhotos(reference).length, 0);
  }, [photos, newest]);
  if (!hasReference(choices) && columnsOf(plan, 'photos').length === 0) return null;
  return (
    <>
      {hasReference(choices) && (
        <Checkbox
          label={words.update}
          description={words.updateNote}
          checked={updatesKnown}
          onChange={({ currentTarget }) => onChange({ ...choices, updatesKnown: currentTarget.checked })}
        />
      )}
      <Group>
        <FileButton
          multiple
          onChange={(files) => onChange({ ...choices, photos: files })}
          inputProps={{ 'aria-label': words.counts.photos, ...{ webkitdirectory: '' } }}
        >
          {(props) => <QuietButton {...props}>{words.choosePhotos}</QuietButton>}
        </FileButton>
        <Note role="status">
          {photos.length === 0 ? words.photoNames : words.photosFound(formatCount(found), formatCount(photos.length))}
        </Note>
      </Group>
    </>
  );
}

/** The animals that were read for these references. */
interface KnownBefore {
  readonly references: ReadonlyMap<string, number>;
  readonly animals: ReadonlyMap<string, KnownAnimal>;
}

function knownBefore(before: KnownBefore | undefined, { newestLines }: Check) {
  const { references, animals } = before ?? {};
  return newestLines.keys().every((reference) => references?.has(reference)) ? animals : undefined;
}

interface Checked {
  readonly of: ImportChoices;
  readonly check?: Check | undefined;
  readonly comparison?: Comparison | undefined;
  readonly isWhole?: boolean;
  /** Why the rows cannot be read again. */
  readonly problem?: unknown;
}

/** What all rows become. While they are read with other choices, the last result stays, and is not current. */
function useCheck(source: SourceFile, choices: ImportChoices): Omit<Checked, 'of'> & { isCurrent: boolean } {
  const { client } = useSession();
  const [checked, setChecked] = useState<Checked>();
  const known = useRef<KnownBefore>(undefined);
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const count = async () => {
      const mapping = toMapping(choices, source);
      const check = mapping && (await checkRows(source.rows(signal), mapping));
      if (signal.aborted) return;
      // The numbers stand there while the service is asked for its animals.
      setChecked((before) => ({ of: choices, check, comparison: before?.comparison }));
      const before = check && knownBefore(known.current, check);
      const comparison = check && (await compareFile({ client, source, choices, check, known: before, signal }));
      if (signal.aborted) return;
      if (check !== undefined && comparison !== undefined) {
        known.current = { references: check.newestLines, animals: comparison.known };
      }
      setChecked({ of: choices, check, comparison, isWhole: true });
    };
    count().catch((problem) => signal.aborted || setChecked({ of: choices, problem, isWhole: true }));
    return () => left.abort();
  }, [client, source, choices]);
  const { of, isWhole = false, ...result } = checked ?? { of: undefined };
  return { ...result, isCurrent: of === choices && isWhole };
}
