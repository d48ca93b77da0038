import { Button, Checkbox, FileButton, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type RowSurvey, surveyRows } from '../../../client/import/survey-rows.ts';
import { formatCount } from '../../lib/formats.ts';
import { texts } from '../../texts/page-texts.ts';
import { QuietButton } from '../../ui/action-button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Note } from '../../ui/page.tsx';
import { FileLine, type FileLineProps, Step } from '../file/file-views.tsx';
import { photoSource, readRows, type SourceFile } from '../file/source-file.ts';
import {
  type ChoicesProps,
  type ColumnChoices,
  findErrors,
  hasReference,
  shownDateOrder,
  toMapping,
} from './choices.ts';
import { ColumnFields, ProfileColumns, StatusTexts } from './column-fields.tsx';
import { Preview } from './preview.tsx';

const words = texts.import;

interface MappingFormProps extends ChoicesProps, FileLineProps {
  failure: unknown;
  onStart: () => void;
}

export function MappingForm({ source, choices, failure, onChange, onDelimiter, onStart, onReset }: MappingFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [isTried, setTried] = useState(false);
  const errors = findErrors(choices);
  const shownErrors = isTried ? errors : {};
  const survey = useSurvey(source, choices);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const [first] = Object.keys(errors);
    if (first === undefined) onStart();
    else form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  };

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        {failure !== undefined && <Failure error={failure} />}
        <FileLine source={source} onDelimiter={onDelimiter} onReset={onReset} />
        <Step title={words.meaning}>
          {choices.preset !== undefined && <Text role="status">{words.presetFound(choices.preset.name)}</Text>}
          <ColumnFields source={source} choices={choices} errors={shownErrors} onChange={onChange} />
          <StatusTexts source={source} choices={choices} onChange={onChange} />
          <ProfileColumns source={source} choices={choices} onChange={onChange} />
          {shownDateOrder(source, choices) !== undefined && (
            <NativeSelect
              label={words.slashes}
              maw={320}
              data={dateOrders}
              value={choices.dateOrder ?? ''}
              onChange={({ currentTarget: { value } }) =>
                onChange({ ...choices, dateOrder: value === 'dmy' || value === 'mdy' ? value : undefined })
              }
            />
          )}
          {hasReference(choices) && <KnownAnimals choices={choices} survey={survey} onChange={onChange} />}
        </Step>
        <Preview source={source} choices={choices} />
        <Group>
          <Button type="submit" disabled={source.rowCount === 0}>
            {words.importAnimals(survey?.animals, formatCount(survey?.animals ?? 0))}
          </Button>
          <QuietButton onClick={onReset}>{texts.cancel}</QuietButton>
        </Group>
        {survey?.firstRejected !== undefined && (
          <Note role="status">
            {words.rowsRejected(survey.rejected, formatCount(survey.rejected), formatCount(survey.firstRejected.line))}{' '}
            {texts.lib.said(survey.firstRejected.reason)}
          </Note>
        )}
        {source.rowCount === 0 && <Text c="dimmed">{words.noRows}</Text>}
      </Stack>
    </form>
  );
}

const dateOrders = [
  { value: '', label: words.slashesUnknown },
  { value: 'dmy', label: words.dayFirst },
  { value: 'mdy', label: words.monthFirst },
];

/** What the reference is good for: to know an animal again, and to find its photos. */
function KnownAnimals({ choices, survey, onChange }: Omit<ChoicesProps, 'source'> & { survey: RowSurvey | undefined }) {
  const { photos } = choices;
  const { findPhotos } = photoSource(photos);
  const named = [...(survey?.lastLines.keys() ?? [])].reduce((sum, reference) => sum + findPhotos(reference).length, 0);
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

/** What all rows of the file become; `undefined` until they are read, and where the choices do not fit the columns. */
function useSurvey(source: SourceFile, choices: ColumnChoices): RowSurvey | undefined {
  const [survey, setSurvey] = useState<RowSurvey>();
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const count = async () => {
      const mapping = toMapping(choices, source);
      if (typeof mapping !== 'function') return;
      const found = await surveyRows(readRows(source.file, { delimiter: source.delimiter, signal }), mapping);
      if (!signal.aborted) setSurvey(found);
    };
    setSurvey(undefined);
    // A file that has changed since is refused when the import reads it.
    count().catch(() => undefined);
    return () => left.abort();
  }, [source, choices]);
  return survey;
}
