import type { Queryable, Transaction } from '../store/statement.ts';
import { type WriteSpec, write } from './define.ts';
import { ServiceError } from './errors.ts';
import type { BinaryBody, BinaryRequest, Installation, WriteOperation, WriteRequest } from './operation.ts';
import type { KnownPath, PathOf } from './path-parameters.ts';
import { noFields, type Static, type TSchema } from './schemas.ts';

/** Defines a creation from a body that is not JSON, which is turned into plain data before the transaction. */
export function upload<const Path extends string, Prepared, Response extends TSchema>(
  spec: WriteSpec & {
    path: KnownPath<Path>;
    mediaTypes: readonly string[];
    binary: Omit<BinaryBody, 'requireRoom' | 'prepare'> & {
      requireRoom: (path: PathOf<Path>, db: Queryable) => Promise<unknown>;
      prepare: (request: BinaryRequest & { path: PathOf<Path> }, installation: Installation) => Promise<Prepared>;
    };
    response: {
      status: number;
      description: string;
      schema: Response;
      location?: (output: Static<Response>) => string;
    };
    run: (tx: Transaction, request: WriteRequest<Prepared> & { path: PathOf<Path> }) => Promise<Static<Response>>;
  },
): WriteOperation {
  type Request = WriteRequest<Prepared> & { path: PathOf<Path> };
  const { binary, mediaTypes, run, ...rest } = spec;
  const { body: _, ...operation } = write({
    ...rest,
    body: noFields,
    run: async (tx, request) => {
      // Nothing was prepared because a response was stored a moment ago.
      if (request.body === undefined) throw expired();
      return await run(tx, request as unknown as Request);
    },
  });
  const { requireRoom, prepare } = binary as Pick<BinaryBody, 'requireRoom' | 'prepare'>;
  return { ...operation, mediaTypes, binary: { ...binary, requireRoom, prepare } };
}

function expired(): ServiceError {
  const message = 'The stored response of this Idempotency-Key has just expired. Nothing was changed; try again.';
  return new ServiceError('idempotency_in_progress', message, { headers: { 'Retry-After': '1' } });
}
