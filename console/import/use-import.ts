import { useCallback, useEffect, useRef, useState } from 'react';
import { createMapping, type Mapping, type MappingRules } from '../../client/import/mapping.ts';
import { UnusableMappingError } from '../../client/import/unusable-mapping-error.ts';
import { useSession } from '../session/session.tsx';
import { type Choices, toRules } from './choices.ts';
import { guessDelimiter } from './delimiters.ts';
import { guessChoices } from './guess-choices.ts';
import { ImportRun } from './import-run.ts';
import { notifyUnfinished } from './notify-unfinished.ts';
import { inspectFile, type SourceFile } from './source-file.ts';

/** How far somebody has come with a file. */
export type Phase =
  | { readonly name: 'choosing'; readonly failure?: unknown }
  | { readonly name: 'reading'; readonly file: File; readonly doneBytes: number }
  | {
      readonly name: 'mapping';
      readonly source: SourceFile;
      readonly choices: Choices;
      /** Why the file could not be read in another way. */
      readonly failure?: unknown;
    }
  | {
      readonly name: 'running' | 'ended';
      readonly source: SourceFile;
      readonly choices: Choices;
      readonly run: ImportRun;
    };

/** The steps of an import, and what leads from one to the next. Leaving the page ends it. */
export function useImport() {
  const { client } = useSession();
  const [phase, setPhase] = useState<Phase>({ name: 'choosing' });
  const reading = useRef<AbortController>(undefined);
  const running = useRef<{ run: ImportRun; source: SourceFile }>(undefined);

  useEffect(
    () => () => {
      reading.current?.abort();
      if (running.current === undefined) return;
      const { run, source } = running.current;
      run.leave();
      notifyUnfinished(run, source);
    },
    [],
  );

  /** Reads a file; where that fails it is as it was before. */
  const read = useCallback(
    async (file: File, delimiter: string | undefined, before: Extract<Phase, { failure?: unknown }>) => {
      reading.current?.abort();
      const current = new AbortController();
      reading.current = current;
      const { signal } = current;
      setPhase({ name: 'reading', file, doneBytes: 0 });
      const onProgress = (doneBytes: number) => setPhase({ name: 'reading', file, doneBytes });
      try {
        const known = delimiter ?? (await guessDelimiter(file).catch(() => ','));
        const source = await inspectFile(file, { delimiter: known, signal, onProgress });
        setPhase({ name: 'mapping', source, choices: guessChoices(source) });
      } catch (failure) {
        if (!signal.aborted) setPhase({ ...before, failure });
      }
    },
    [],
  );

  const choose = useCallback((file: File) => void read(file, undefined, { name: 'choosing' }), [read]);

  const readAs = (delimiter: string, source: SourceFile, choices: Choices) =>
    read(source.file, delimiter, { name: 'mapping', source, choices });

  const start = async (source: SourceFile, choices: Choices) => {
    const rules = toRules(choices, source);
    const mapping = rules && bind(rules, source);
    if (mapping === undefined) return;
    const run = new ImportRun({ source, mapping, client });
    running.current = { run, source };
    setPhase({ name: 'running', source, choices, run });
    await run.work();
    setPhase({ name: 'ended', source, choices, run });
    // A key that is refused ends the session, and this page with it, a moment later.
    if (!run.isKeyRefused) running.current = undefined;
  };

  const change = (source: SourceFile, choices: Choices) => {
    running.current = undefined;
    setPhase({ name: 'mapping', source, choices });
  };

  const reset = () => {
    reading.current?.abort();
    running.current = undefined;
    setPhase({ name: 'choosing' });
  };

  return { phase, choose, readAs, change, start, reset };
}

/** What the rules make of a row; nothing where they do not fit the columns, of which the preview says why. */
function bind(rules: MappingRules, { columns }: SourceFile): Mapping | undefined {
  try {
    return createMapping(rules, columns);
  } catch (error) {
    if (error instanceof UnusableMappingError) return undefined;
    throw error;
  }
}
