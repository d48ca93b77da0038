import type { ServiceError } from '../../errors.ts';
import { overloaded, tooManyWaiting } from '../refusals.ts';

interface Waiter<Thing> {
  resolve(thing: Thing): void;
  reject(error: ServiceError): void;
  timer: Timer;
}

const maxWaiting = 10_000;
const maxWaitMs = 5_000;

/** Those who wait for a thing, first come first served. Nobody waits for ever, and no more wait than can be kept. */
export class WaitingLine<Thing> {
  readonly #waiters = new Set<Waiter<Thing>>();

  /** @throws ServiceError `overloaded` when too many wait, or when it takes too long */
  wait(): Promise<Thing> {
    if (this.#waiters.size >= maxWaiting) throw tooManyWaiting();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter);
        reject(overloaded(`nothing became free within ${maxWaitMs} ms`));
      }, maxWaitMs);
      const waiter = { resolve, reject, timer };
      this.#waiters.add(waiter);
    });
  }

  /** Gives the thing to the first one; tells whether there was one. */
  serve(thing: Thing): boolean {
    const [waiter] = this.#waiters;
    if (waiter === undefined) return false;
    this.#remove(waiter);
    waiter.resolve(thing);
    return true;
  }

  refuseAll(error: ServiceError): void {
    for (const waiter of this.#waiters) {
      this.#remove(waiter);
      waiter.reject(error);
    }
  }

  #remove(waiter: Waiter<Thing>): void {
    clearTimeout(waiter.timer);
    this.#waiters.delete(waiter);
  }
}
