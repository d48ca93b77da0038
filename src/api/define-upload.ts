import type { Queryable } from '../store/statement.ts';
import { type CreationSpec, completeCreation } from './define.ts';
import { ServiceError } from './errors.ts';
import type { BinaryBody, BinaryRequest, Installation, WriteOperation } from './operation.ts';
import type { PathValues } from './path.ts';
import type { TSchema } from './schemas.ts';

/** Defines a creation from a body that is not JSON, which is turned into plain data before the transaction. */
export function upload<Values extends PathValues, Prepared, Response extends TSchema>({
  mediaTypes,
  binary,
  run,
  ...spec
}: Omit<CreationSpec<Values, Prepared, Response, undefined>, 'runTogether'> & {
  mediaTypes: readonly string[];
  binary: Omit<BinaryBody, 'requireRoom' | 'prepare'> & {
    requireRoom: (path: Values, db: Queryable) => Promise<unknown>;
    prepare: (request: BinaryRequest & { path: Values }, installation: Installation) => Promise<Prepared>;
  };
}): WriteOperation {
  const operation = completeCreation<Values, Prepared, Response, undefined>({
    ...spec,
    run: async (tx, call) => {
      // Nothing was prepared because a response was stored a moment ago.
      if (call.body === undefined) throw expired();
      return await run(tx, call);
    },
  });
  return { ...operation, mediaTypes, binary };
}

function expired(): ServiceError {
  const message = 'The stored response of this Idempotency-Key has just expired. Nothing was changed; try again.';
  return new ServiceError('idempotency_in_progress', message, { headers: { 'Retry-After': '1' } });
}
