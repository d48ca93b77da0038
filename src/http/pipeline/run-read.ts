import { andThen } from '../../lib/maybe-promise.ts';
import { entityTag } from '../../operations/entity-tag.ts';
import type { ReadOperation } from '../../operations/operation.ts';
import { readQuery } from '../request/query.ts';
import { readPathValues } from '../request/target.ts';
import type { Lifecycle } from '../response/lifecycle.ts';
import { entityHeaders } from '../response/reply.ts';
import type { Run, RunDependencies } from './run.ts';

const noQuery = {};

/** Answers a read of one thing. */
export function createReadRun(operation: ReadOperation, lifecycle: Lifecycle, { store }: RunDependencies): Run {
  const headers = entityHeaders();
  lifecycle.apply(headers);
  return ({ match, target, now }, { keyId }) => {
    const path = readPathValues(operation, match?.rawValues ?? {});
    const query = target.query === '' ? noQuery : readQuery(operation, target.query).values;
    const link = lifecycle.link(path);
    return andThen(operation.read(store.reader, path, query, { now: BigInt(now), callerId: keyId }), (body) => {
      const etag = entityTag(body);
      return {
        status: 200,
        headers,
        perResponseHeaders: link === '' ? { ETag: etag } : { ETag: etag, Link: link },
        body,
      };
    });
  };
}
