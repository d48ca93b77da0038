import { useEffect, useRef, useState } from 'react';
import type { Check } from '../../importer/check/check.ts';
import type { Comparison } from '../../importer/known/compare.ts';
import { useCurrency, useSaveCurrency } from '../profiles/currency.tsx';
import { useSession } from '../session/session.tsx';
import { isKeyRejected } from '../session/sign-in-error.ts';
import { texts } from '../texts/page-texts.ts';
import { isolated } from '../ui/inline.tsx';
import { showToast } from '../ui/toasts.tsx';
import { type FileForm, inspectFile, type SourceFile } from './file/source-file.ts';
import { compareFile } from './known/compare-file.ts';
import { guessChoices, type ImportChoices, toMapping } from './mapping/choices.ts';
import { createFileImport, type FileImport } from './run/start-run.ts';

const words = texts.import;

type ImportPhase =
  | { readonly name: 'choosing'; readonly failure?: unknown }
  | { readonly name: 'reading'; readonly file: File; readonly doneBytes: number }
  | {
      readonly name: 'mapping';
      readonly source: SourceFile;
      readonly choices: ImportChoices;
      /** Why the file could not be read in another way. */
      readonly failure?: unknown;
    }
  | {
      readonly name: 'running' | 'ended';
      readonly choices: ImportChoices;
      readonly check: Check;
      readonly comparison: Comparison | undefined;
      readonly started: FileImport;
    };

/** The steps of an import, and what leads from one to the next. Leaving the page ends it. */
export function useImport() {
  const { client } = useSession();
  const currency = useCurrency();
  const saveCurrency = useSaveCurrency();
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
  const read = async (file: File, form: FileForm, before: Extract<ImportPhase, { failure?: unknown }>) => {
    reading.current?.abort();
    const current = new AbortController();
    reading.current = current;
    const { signal } = current;
    setPhase({ name: 'reading', file, doneBytes: 0 });
    const onProgress = (doneBytes: number) => setPhase({ name: 'reading', file, doneBytes });
    try {
      const source = await inspectFile(file, { ...form, client, signal, onProgress });
      setPhase({ name: 'mapping', source, choices: guessChoices(source, currency) });
    } catch (failure) {
      if (!signal.aborted) setPhase({ ...before, failure });
    }
  };

  const choose = (file: File) => void read(file, {}, { name: 'choosing' });

  const readAs = (form: FileForm, source: SourceFile, choices: ImportChoices) =>
    read(source.file, form, { name: 'mapping', source, choices });

  const start = async (
    source: SourceFile,
    choices: ImportChoices,
    { check, comparison }: { check: Check; comparison: Comparison | undefined },
  ) => {
    const mapping = toMapping(choices, source);
    // The preview says what is missing or does not fit.
    if (mapping === undefined) return;
    const updates = choices.updatesKnown ? comparison : undefined;
    const started = createFileImport(source, choices, { client, mapping, check, updates });
    running.current = started;
    // What was typed is good for the whole shelter, unless it has said another one.
    const { currency: typed } = choices.plan;
    if (currency === undefined && typed !== undefined && typed !== guessChoices(source).plan.currency) {
      void saveCurrency(typed).catch(() => undefined);
    }
    setPhase({ name: 'running', choices, check, comparison, started });
    await started.run.work();
    setPhase({ name: 'ended', choices, check, comparison, started });
    // A key that is no longer valid ends the session, and this page with it, a moment later.
    if (!isKeyRejected(started.run.failure)) running.current = undefined;
  };

  /** Goes on with what the last run has left: what it has changed is known. */
  const resume = async ({ source }: FileImport, choices: ImportChoices, check: Check) => {
    const { signal } = new AbortController();
    const comparison = await compareFile({ client, source, choices, check, signal });
    await start(source, choices, { check, comparison });
  };

  const change = (source: SourceFile, choices: ImportChoices) => {
    running.current = undefined;
    setPhase({ name: 'mapping', source, choices });
  };

  const reset = () => {
    reading.current?.abort();
    running.current = undefined;
    setPhase({ name: 'choosing' });
  };

  return { phase, choose, readAs, change, start, resume, reset };
}

/** Shows the result of an import whose page was left. It stays until dismissed, because nothing else shows it. */
function notifyUnfinished({ run, source: { file, rowCount } }: FileImport): void {
  showToast({
    title: words.wasStopped,
    message: words.wasStoppedText(run.progress.done, rowCount, isolated(file.name)),
    color: 'orange',
  });
}
