import { Button, Checkbox, FileButton, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Check, checkRows } from '../../../importer/check/check.ts';
import { formatCount } from '../../lib/formats.ts';
import { texts } from '../../texts/page-texts.ts';
import { QuietButton } from '../../ui/action-button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Note } from '../../ui/page.tsx';
import { FileLine, type FileLineProps, Step } from '../file/file-views.tsx';
import { photoSource, type SourceFile } from '../file/source-file.ts';
import { type ChoicesProps, findErrors, hasReference, type ImportChoices, toMapping } from './choices.ts';
import { ColumnFields, OtherColumns } from './column-fields.tsx';
import { Preview } from './preview.tsx';
import { Questions } from './questions.tsx';

const words = texts.import;

interface MappingFormProps extends ChoicesProps, FileLineProps {
  failure: unknown;
  onStart: (check: Check) => void;
}

export function MappingForm({ source, choices, failure, onChange, onForm, onStart, onReset }: MappingFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [isTried, setTried] = useState(false);
  const errors = findErrors(choices);
  const shownErrors = isTried ? errors : {};
  const check = useCheck(source, choices);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const [first] = Object.keys(errors);
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    else if (check !== undefined) onStart(check);
  };

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        {failure !== undefined && <Failure error={failure} />}
        <FileLine source={source} onForm={onForm} onReset={onReset} />
        <Step title={words.meaning}>
          {choices.plan.system !== undefined && <Text role="status">{words.presetFound(choices.plan.system)}</Text>}
          <ColumnFields source={source} choices={choices} errors={shownErrors} onChange={onChange} />
          <Questions source={source} choices={choices} check={check} onChange={onChange} />
          <OtherColumns source={source} choices={choices} onChange={onChange} />
          {(hasReference(choices) || choices.plan.columns.some(({ role }) => role === 'photos')) && (
            <KnownAnimals choices={choices} check={check} onChange={onChange} />
          )}
        </Step>
        <Preview source={source} choices={choices} />
        <Group>
          <Button type="submit" disabled={source.rowCount === 0}>
            {words.importAnimals(check?.animals, formatCount(check?.animals ?? 0))}
          </Button>
          <QuietButton onClick={onReset}>{texts.cancel}</QuietButton>
        </Group>
        {check !== undefined && <CheckResult check={check} />}
        {source.rowCount === 0 && <Text c="dimmed">{words.noRows}</Text>}
      </Stack>
    </form>
  );
}

/** What the rows become, before anything is sent. */
function CheckResult({ check }: { check: Check }) {
  const { statuses, leftOut, earlierStays, rejected, rejections } = check;
  return (
    <Note role="status">
      {words.becomes(formatCount(statuses.available), formatCount(statuses.pending), formatCount(statuses.sold))}
      {leftOut > 0 && ` ${words.leftOutOf(leftOut)}`}
      {earlierStays > 0 && ` ${words.earlierStaysOf(formatCount(earlierStays))}`}
      {rejections
        .slice(0, 3)
        .map(
          ({ reason, count, line }) =>
            ` ${words.rowsRejected(count, formatCount(count), formatCount(line))} ${texts.lib.said(reason)}`,
        )}
      {rejections.length > 3 && ` ${words.rejectedOf(formatCount(rejected))}`}
    </Note>
  );
}

/** What the reference is good for: to know an animal again, and to find its photos. */
function KnownAnimals({ choices, check, onChange }: Omit<ChoicesProps, 'source'> & { check: Check | undefined }) {
  const { photos } = choices;
  const { findPhotos } = photoSource(photos);
  const named = [...(check?.newestLines.keys() ?? [])].reduce(
    (sum, reference) => sum + findPhotos(reference).length,
    0,
  );
  return (
    <>
      <Checkbox
        label={words.update}
        description={words.updateNote}
        checked={choices.updatesKnown}
        onChange={({ currentTarget }) => onChange({ ...choices, updatesKnown: currentTarget.checked })}
      />
      <Group>
        <FileButton
          multiple
          onChange={(files) => onChange({ ...choices, photos: files })}
          inputProps={{ 'aria-label': words.counts.photos, ...{ webkitdirectory: '' } }}
        >
          {(props) => <QuietButton {...props}>{words.choosePhotos}</QuietButton>}
        </FileButton>
        <Note role="status">
          {photos.length === 0 ? words.photoNames : words.photosFound(formatCount(named), formatCount(photos.length))}
        </Note>
      </Group>
    </>
  );
}

/** What all rows of the file become; `undefined` until they are read, and while something is missing. */
function useCheck(source: SourceFile, choices: ImportChoices): Check | undefined {
  const [check, setCheck] = useState<Check>();
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const count = async () => {
      const mapping = toMapping(choices, source);
      if (mapping === undefined) return setCheck(undefined);
      const found = await checkRows(source.rows(signal), mapping);
      if (!signal.aborted) setCheck(found);
    };
    // A file that has changed since is refused when the import reads it.
    count().catch(() => undefined);
    return () => left.abort();
  }, [source, choices]);
  return check;
}
