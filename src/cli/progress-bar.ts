import { Presets, SingleBar } from 'cli-progress';

/** Starts a progress bar on standard error; `undefined` where that is not a terminal. */
export function startProgressBar(verb: string, totalRows: number): SingleBar | undefined {
  if (!process.stderr.isTTY) return undefined;
  const format = `${verb} {bar} {value} of {total} rows, {eta_formatted} left`;
  const bar = new SingleBar({ format, stream: process.stderr, gracefulExit: false }, Presets.shades_classic);
  bar.start(totalRows, 0);
  return bar;
}
