import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../session/session.tsx';
import { isKeyRejected } from '../session/sign-in-error.ts';
import { texts } from '../texts/page-texts.ts';
import { isolated } from '../ui/inline.tsx';
import { guessFileDelimiter, inspectFile, type SourceFile } from './file/source-file.ts';
import { type ColumnChoices, guessChoices, toMapping } from './mapping/choices.ts';
import { createFileImport, type FileImport } from './run/start-run.ts';

const words = texts.import;

type ImportPhase =
  | { readonly name: 'choosing'; readonly failure?: unknown }
  | { readonly name: 'reading'; readonly file: File; readonly doneBytes: number }
  | {
      readonly name: 'mapping';
      readonly source: SourceFile;
      readonly choices: ColumnChoices;
      /** Why the file could not be read in another way. */
      readonly failure?: unknown;
    }
  | {
      readonly name: 'running' | 'ended';
      readonly choices: ColumnChoices;
      readonly started: FileImport;
    };

/** The steps of an import, and what leads from one to the next. Leaving the page ends it. */
export function useImport() {
  const { client } = useSession();
  const [phase, setPhase] = useState<ImportPhase>({ name: 'choosing' });
  const reading = useRef<AbortController>(undefined);
  const running = useRef<FileImport>(undefined);

  useEffect(
    () => () => {
      reading.current?.abort();
      if (running.current === undefined) return;
      running.current.run.abort();
      notifyUnfinished(running.current);
    },
    [],
  );

  /** Reads a file. If that fails, the step does not change. */
  const read = async (
    file: File,
    delimiter: string | undefined,
    before: Extract<ImportPhase, { failure?: unknown }>,
  ) => {
    reading.current?.abort();
    const current = new AbortController();
    reading.current = current;
    const { signal } = current;
    setPhase({ name: 'reading', file, doneBytes: 0 });
    const onProgress = (doneBytes: number) => setPhase({ name: 'reading', file, doneBytes });
    try {
      const known = delimiter ?? (await guessFileDelimiter(file).catch(() => ','));
      const source = await inspectFile(file, { delimiter: known, signal, onProgress });
      setPhase({ name: 'mapping', source, choices: guessChoices(source) });
    } catch (failure) {
      if (!signal.aborted) setPhase({ ...before, failure });
    }
  };

  const choose = (file: File) => void read(file, undefined, { name: 'choosing' });

  const readAs = (delimiter: string, source: SourceFile, choices: ColumnChoices) =>
    read(source.file, delimiter, { name: 'mapping', source, choices });

  const start = async (source: SourceFile, choices: ColumnChoices) => {
    const mapping = toMapping(choices, source);
    // The preview says what is missing or does not fit.
    if (typeof mapping !== 'function') return;
    const started = createFileImport(source, choices, { client, mapping });
    running.current = started;
    setPhase({ name: 'running', choices, started });
    await started.run.work();
    setPhase({ name: 'ended', choices, started });
    // A key that is no longer valid ends the session, and this page with it, a moment later.
    if (!isKeyRejected(started.run.failure)) running.current = undefined;
  };

  const change = (source: SourceFile, choices: ColumnChoices) => {
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

/** Shows the result of an import whose page was left. It stays until dismissed, because nothing else shows it. */
function notifyUnfinished({ run, source: { file, rowCount } }: FileImport): void {
  notifications.show({
    title: words.wasStopped,
    message: words.wasStoppedText(run.progress.done, rowCount, isolated(file.name)),
    color: 'orange',
    autoClose: false,
  });
}
