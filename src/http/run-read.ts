import type { ReadOperation } from '../operations/operation.ts';
import { andThen } from '../store/statement.ts';
import { entity } from './answer.ts';
import type { Lifecycle } from './lifecycle.ts';
import { readPathValues } from './path-values.ts';
import type { Run, RunDependencies } from './runner.ts';

/** Answers a read of one thing. */
export function createReadRun(operation: ReadOperation, lifecycle: Lifecycle, { store }: RunDependencies): Run {
  return ({ match }) => {
    const path = readPathValues(operation, match?.texts ?? {});
    return andThen(operation.read(store.reader, path), (body) => {
      const headers = new Headers();
      lifecycle.apply(headers, path);
      return entity(body, headers);
    });
  };
}
