import { ServiceError } from '../../model/errors.ts';

/** Limits the memory that large bodies take together. */
export class ByteBudget {
  #free: number;

  constructor(bytes: number) {
    this.#free = bytes;
  }

  /** Takes bytes until the returned function is called. @throws ServiceError `overloaded` when too few are left */
  reserve(bytes: number): () => void {
    if (bytes > this.#free) throw exhausted();
    this.#free -= bytes;
    return () => {
      this.#free += bytes;
    };
  }
}

function exhausted(): ServiceError {
  const message = 'Too many uploads are in progress. Nothing was changed; try again shortly.';
  return new ServiceError('overloaded', message, { headers: { 'Retry-After': '2' } });
}
