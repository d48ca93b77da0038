import { type Measurements, sumMeasurements, withoutGauges } from '../../http/response/metrics.ts';
import type { WorkerProcess } from './worker-process.ts';

/** A worker that does not answer for so long is counted with what it has said last. */
const patienceMs = 1_000;
const nothing: Measurements = { requests: new Map(), values: {} };

/** What all workers have measured, also those that have ended since: the counters of a service never fall. */
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

  /** Asks all workers but the one that has just said what it has measured. */
  async update(except: WorkerProcess): Promise<void> {
    const others = [...this.#latest.keys()].filter((worker) => worker !== except && worker.isOpen);
    await Promise.all(others.map((worker) => this.#ask(worker)));
  }

  /** Everything, with what the supervisor has measured of itself. */
  sum(own: Measurements['values']): Measurements {
    const restarts = { petstore_worker_restarts_total: this.#restarts };
    const here = { requests: new Map(), values: { ...own, ...restarts } };
    return sumMeasurements([this.#ended, ...this.#latest.values(), here]);
  }

  async #ask(worker: WorkerProcess): Promise<void> {
    const answer = worker.channel.ask('measure', null).catch(() => undefined);
    const measured = await Promise.race([answer, Bun.sleep(patienceMs)]);
    if (measured !== undefined) this.note(worker, measured);
  }
}
