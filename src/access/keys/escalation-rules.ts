import { listScopes, scopesOf } from '../../../contract/scopes.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { Key } from './model.ts';

/** A caller that could create, rotate or revoke a key with more scopes could obtain these scopes. */
export function refuseEscalation(caller: Key, grants: string, whose: string): void {
  const own = scopesOf(caller.grants);
  const beyond = listScopes(grants).filter((scope) => !own.has(scope));
  if (beyond.length === 0) return;
  const message = `This API key lacks ${beyond.join(', ')}, which ${whose}. Nothing was changed.`;
  throw new ServiceError('insufficient_scope', message, { requiredScopes: beyond });
}
