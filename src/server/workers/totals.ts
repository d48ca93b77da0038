import { type Measurements, sumMeasurements, withoutGauges } from '../../http/response/metrics.ts';
import { measureProcess } from '../../http/response/process-metrics.ts';
import type { WorkerProcess } from './worker-process.ts';

/** A worker that does not respond within this time is counted with its last report. */
const measureTimeoutMs = 1_000;
const nothing: Measurements = {};

/** What all processes of the service have measured, with the workers that have ended: counters never fall. */
export class Totals {
  readonly #latest = new Map<WorkerProcess, Measurements>();
  #ended = nothing;
  #restarts = 0;

  begin(worker: WorkerProcess): void {
    this.#latest.set(worker, nothing);
  }

  /** Takes what a worker has measured up to now. */
  note(worker: WorkerProcess, measured: Measurements): void {
    if (this.#latest.has(worker)) this.#latest.set(worker, measured);
  }

  /** Keeps the counters of a worker that has ended and is replaced. */
  end(worker: WorkerProcess): void {
    this.#ended = sumMeasurements([this.#ended, withoutGauges(this.#latest.get(worker) ?? nothing)]);
    this.#latest.delete(worker);
    this.#restarts += 1;
  }

  /** Measures all workers, and adds what the supervisor measures of itself and of its storage. */
  async measureAll(storage: Record<string, number>): Promise<Measurements> {
    const open = [...this.#latest.keys()].filter((worker) => worker.isOpen);
    await Promise.all(open.map((worker) => this.#measure(worker)));
    const own = { ...storage, ...measureProcess(), petstore_worker_restarts_total: this.#restarts };
    return sumMeasurements([this.#ended, ...this.#latest.values(), own]);
  }

  async #measure(worker: WorkerProcess): Promise<void> {
    const measured = await worker.channel.request('measure', null, measureTimeoutMs).catch(() => undefined);
    if (measured !== undefined) this.note(worker, measured);
  }
}
