import { useEffect, useState } from 'react';
import { createMapping } from '../../../client/import/mapping.ts';
import { type RowSurvey, surveyRows } from '../../../client/import/survey-rows.ts';
import { readRows, type SourceFile } from '../file/source-file.ts';
import { type ColumnChoices, toRules } from './choices.ts';

/** What all rows of the file become; `undefined` until they are read, and where the choices do not fit the columns. */
export function useSurvey(source: SourceFile, choices: ColumnChoices): RowSurvey | undefined {
  const [survey, setSurvey] = useState<RowSurvey>();
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const count = async () => {
      const rules = toRules(choices, source);
      if (rules === undefined) return;
      const mapping = createMapping(rules, source.columns);
      const found = await surveyRows(readRows(source.file, { delimiter: source.delimiter, signal }), mapping);
      if (!signal.aborted) setSurvey(found);
    };
    setSurvey(undefined);
    // The preview shows why it cannot be done.
    count().catch(() => undefined);
    return () => left.abort();
  }, [source, choices]);
  return survey;
}
