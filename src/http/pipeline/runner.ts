import { type Operation, scopesFor } from '../../operations/operation.ts';
import { type Lifecycle, lifecycleOf } from '../response/lifecycle.ts';
import { errorHeaders } from '../response/reply.ts';
import type { Run, RunDependencies, Runner } from './run.ts';
import { createListRun } from './run-list.ts';
import { createReadRun } from './run-read.ts';
import { createStreamRun } from './run-stream.ts';
import { createWriteRun } from './run-write.ts';

export function createRunner(operation: Operation, dependencies: RunDependencies): Runner {
  const lifecycle = lifecycleOf(operation, dependencies.baseUrl, dependencies.policyUrl);
  const common = errorHeaders();
  lifecycle.apply(common);
  return {
    lifecycle,
    scopes: scopesFor(operation),
    errorHeaders: common,
    run: createRun(operation, lifecycle, dependencies),
  };
}

function createRun(operation: Operation, lifecycle: Lifecycle, dependencies: RunDependencies): Run {
  switch (operation.kind) {
    case 'list':
      return createListRun(operation, lifecycle, dependencies);
    case 'read':
      return createReadRun(operation, lifecycle, dependencies);
    case 'stream':
      return createStreamRun(operation, lifecycle, dependencies);
    case 'write':
      return createWriteRun(operation, lifecycle, dependencies);
  }
}
