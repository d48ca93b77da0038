import type { ReadOperation } from '../operations/operation.ts';
import { entity } from './answer.ts';
import type { Lifecycle } from './lifecycle.ts';
import { readPathValues } from './path-values.ts';
import type { Run, RunDependencies } from './runner.ts';

/** Answers a read of one thing. */
export function createReadRun(operation: ReadOperation, lifecycle: Lifecycle, { store }: RunDependencies): Run {
  return async ({ match }) => {
    const path = readPathValues(operation, match?.texts ?? {});
    const body = await operation.read(store.reader, path);
    const headers = new Headers();
    lifecycle.apply(headers, path);
    return entity(body, headers);
  };
}
