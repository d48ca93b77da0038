import { facetsType } from '../../api/define.ts';
import { tagWithInt64Strings } from '../../api/entity-tag.ts';
import { writeInt64Strings } from '../../api/int64-strings.ts';
import { type Operation, scopesFor } from '../../api/operation.ts';
import type { TSchema } from '../../api/schemas.ts';
import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import type { RequestContext } from '../request/context.ts';
import { appliedInt64Strings, prefersInt64Strings } from '../request/preferences.ts';
import { compressIfLong } from '../response/compression.ts';
import { type Lifecycle, lifecycleOf } from '../response/lifecycle.ts';
import { errorHeaders, ownHeaders, type Reply } from '../response/reply.ts';
import type { Run, RunDependencies, Runner } from './run.ts';
import { createListRun } from './run-list.ts';
import { createReadRun } from './run-read.ts';
import { createStreamRun } from './run-stream.ts';
import { createWriteRun } from './run-write.ts';

export function createRunner(operation: Operation, dependencies: RunDependencies): Runner {
  const lifecycle = lifecycleOf(operation, dependencies.baseUrl, dependencies.policyUrl);
  return {
    lifecycle,
    scopes: scopesFor(operation),
    errorHeaders: lifecycle.applyTo(errorHeaders()),
    run: applyCoding(operation, applyPreference(operation, createRun(operation, lifecycle, dependencies))),
  };
}

/** Rewrites the finished body for clients that prefer 64-bit integers as strings. Others pay for the check alone. */
function applyPreference(operation: Operation, run: Run): Run {
  const { schema } = operation.response;
  if (schema === undefined) return run;
  const pageWithFacets = operation.kind === 'list' ? operation.facets?.page : undefined;
  const schemaOf = ({ headers }: Reply) => (headers.get('Content-Type') === facetsType && pageWithFacets) || schema;
  return (context, principal) => {
    const reply = run(context, principal);
    return prefersInt64Strings(context) ? withInt64Strings(reply, schemaOf) : reply;
  };
}

/** Compresses what is long for clients that accept it, as the last step: the response cache has the text. */
function applyCoding(operation: Operation, run: Run): Run {
  if (operation.kind !== 'list' || operation.isCompressible !== true) return run;
  const compress = (reply: Reply, { request }: RequestContext) => compressIfLong(request, reply);
  return (context, principal) => andThen(run(context, principal), compress, context);
}

/** The reply without sharing its headers with others. Its body is rewritten unless it is a stream. */
async function withInt64Strings(made: MaybePromise<Reply>, schemaOf: (reply: Reply) => TSchema): Promise<Reply> {
  const reply = await made;
  if (typeof reply.body !== 'string') return reply;
  const headers = ownHeaders(reply);
  headers.append('Preference-Applied', appliedInt64Strings);
  const tag = headers.get('ETag');
  if (tag !== null) headers.set('ETag', tagWithInt64Strings(tag));
  return { status: reply.status, headers, body: writeInt64Strings(schemaOf(reply), reply.body) };
}

function createRun(operation: Operation, lifecycle: Lifecycle, dependencies: RunDependencies): Run {
  if (operation.kind === 'list') return createListRun(operation, lifecycle, dependencies);
  if (operation.kind === 'read') return createReadRun(operation, lifecycle, dependencies);
  if (operation.kind === 'stream') return createStreamRun(operation, lifecycle, dependencies);
  return createWriteRun(operation, lifecycle, dependencies);
}
