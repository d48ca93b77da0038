import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { formatCount } from '../../lib/numbers.ts';
import { Failure } from '../../ui/failure.tsx';
import { useFocusOnMount } from '../../ui/focus.ts';
import { FileLine, type FileLineProps } from '../file/file-views.tsx';
import { type ChoicesProps, findErrors } from './choices.ts';
import { ColumnFields } from './column-fields.tsx';
import { Preview } from './preview.tsx';
import { ProfileColumns } from './profile-columns.tsx';
import { StatusTexts } from './status-texts.tsx';

interface MappingFormProps extends ChoicesProps, FileLineProps {
  /** Why the file could not be read in another way. */
  failure: unknown;
  onStart: () => void;
}

/** Maps the columns of a file, with a preview of its first rows. */
export function MappingForm({ source, choices, failure, onChange, onDelimiter, onStart, onReset }: MappingFormProps) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  const form = useRef<HTMLFormElement>(null);
  const [isTried, setTried] = useState(false);
  const errors = findErrors(choices);
  const shownErrors = isTried ? errors : {};

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
        <Paper withBorder p="md" component="section" aria-labelledby="columns">
          <Stack>
            <Title order={2} size="h4" id="columns" ref={heading} tabIndex={-1}>
              What do the columns mean?
            </Title>
            <ColumnFields source={source} choices={choices} errors={shownErrors} onChange={onChange} />
            <StatusTexts source={source} choices={choices} onChange={onChange} />
            <ProfileColumns source={source} choices={choices} onChange={onChange} />
          </Stack>
        </Paper>
        <Preview source={source} choices={choices} />
        <Group>
          <Button type="submit" disabled={source.rowCount === 0}>
            Import {formatCount(source.rowCount)} {source.rowCount === 1 ? 'row' : 'rows'}
          </Button>
          <Button variant="default" onClick={onReset}>
            Cancel
          </Button>
        </Group>
        {source.rowCount === 0 && <Text c="dimmed">The file has no rows below its first line.</Text>}
      </Stack>
    </form>
  );
}
