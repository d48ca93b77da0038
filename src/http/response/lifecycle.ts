import { isRemoved, type Operation } from '../../api/operation.ts';
import { ServiceError } from '../../errors/service-error.ts';

export type Lifecycle = ReturnType<typeof lifecycleOf>;

/**
 * What tells the stability of an operation and its announced removal: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and links
 * to the policy and to the successor (RFC 8288, RFC 5829). `baseUrl` ends in the version segment.
 */
export function lifecycleOf(operation: Operation, baseUrl: string, policyUrl: string) {
  const { deprecation, stability } = operation;
  const policy = `<${policyUrl}>; rel="deprecation"; type="text/html", <${policyUrl}>; rel="sunset"; type="text/html"`;
  const beforeSuccessor = `${policy}, <${baseUrl}`;
  return {
    /** Sets the headers that are the same in every response of the operation. */
    applyTo(headers: Headers): Headers {
      if (deprecation !== undefined) {
        headers.set('Deprecation', `@${Math.floor(deprecation.announcedAt / 1_000)}`);
        headers.set('Sunset', new Date(deprecation.removedAt).toUTCString());
      }
      if (stability !== 'stable') headers.set('Stability', stability);
      return headers;
    },
    /** The value of `Link`, or an empty string. `path` is `undefined` where the path values are invalid. */
    link: (path?: Record<string, unknown>) =>
      deprecation === undefined ? '' : `${beforeSuccessor}${deprecation.successor(path)}>; rel="successor-version"`,
    /** @throws ServiceError `operation_removed` from the time of the removal on */
    requireNotRemoved(now: number): void {
      if (deprecation === undefined || !isRemoved(operation, now)) return;
      const removed = new Date(deprecation.removedAt).toUTCString();
      throw new ServiceError('operation_removed', `This operation was removed on ${removed}. ${deprecation.advice}`);
    },
  };
}
