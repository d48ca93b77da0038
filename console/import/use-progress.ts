import { useEffect, useState } from 'react';
import type { ImportProgress, ImportRun } from './import-run.ts';

const lookMs = 200;

/** How far an import has come, looked at some times a second: many rows are done in between. */
export function useProgress(run: ImportRun): ImportProgress {
  const [progress, setProgress] = useState(run.progress);
  useEffect(() => {
    const timer = setInterval(() => setProgress(run.progress), lookMs);
    return () => clearInterval(timer);
  }, [run]);
  return progress;
}
