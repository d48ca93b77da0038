import { Histogram } from '../lib/histogram.ts';

const decodeBounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What a process has done with photos since it was started. */
export class MediaMetrics {
  /** Uploads by their outcome: `stored`, `aborted` by the client, or the code of the error. */
  readonly uploads = new Map<string, number>([['stored', 0]]);
  /** Time to decode an image and to encode its files, without waiting for its turn. */
  readonly decodeSeconds = new Histogram(decodeBounds);
  bytesStored = 0;
  bytesServed = 0;
  /** Images that wait for their turn, and those that are decoded now. */
  waiting = 0;
  decoding = 0;

  countUpload(outcome: string): void {
    this.uploads.set(outcome, (this.uploads.get(outcome) ?? 0) + 1);
  }
}
