import { Presets, SingleBar } from 'cli-progress';
import { describeProgress, limitProgress, type OnProgress, type Progress } from '../src/store/progress.ts';
import { note } from './output.ts';

export function printProgress(): OnProgress {
  return limitProgress((progress) => note(describeProgress(progress)));
}

export interface ProgressBar extends Disposable {
  update(done: number): void;
  increment(by: number): void;
}

/** Shows on standard error how many rows are done, until it is disposed of: a progress bar in a terminal, lines elsewhere. */
export function startProgressBar(task: string, total: number, unit: Progress['unit'] = 'rows'): ProgressBar {
  if (process.stderr.isTTY) {
    const format = `${task} {bar} {value} of {total} ${unit}, {eta_formatted} left`;
    const bar = new SingleBar({ format, stream: process.stderr, gracefulExit: false }, Presets.shades_classic);
    bar.start(total, 0);
    return Object.assign(bar, { [Symbol.dispose]: () => bar.stop() });
  }
  const print = printProgress();
  let done = 0;
  const update = (newlyDone: number) => {
    done = newlyDone;
    print({ task, done, total, unit });
  };
  update(0);
  return { update, increment: (by) => update(done + by), [Symbol.dispose]: () => undefined };
}
