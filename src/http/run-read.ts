import { entityTag } from '../operations/entity-tag.ts';
import type { ReadOperation } from '../operations/operation.ts';
import { andThen } from '../store/statement.ts';
import { entityHeaders } from './answer.ts';
import type { Lifecycle } from './lifecycle.ts';
import { readPathValues } from './path-values.ts';
import { readQuery } from './query.ts';
import type { Run, RunDependencies } from './runner.ts';

const noQuery = {};

/** Answers a read of one thing. */
export function createReadRun(operation: ReadOperation, lifecycle: Lifecycle, { store }: RunDependencies): Run {
  const headers = entityHeaders();
  lifecycle.apply(headers);
  return ({ match, target, now }, { keyId }) => {
    const path = readPathValues(operation, match?.texts ?? {});
    const query = target.query === '' ? noQuery : readQuery(operation, target.query).values;
    const link = lifecycle.link(path);
    return andThen(operation.read(store.reader, path, query, { now: BigInt(now), callerId: keyId }), (body) => {
      const etag = entityTag(body);
      return { status: 200, headers, ownHeaders: link === '' ? { ETag: etag } : { ETag: etag, Link: link }, body };
    });
  };
}
