import { ServiceError } from '../../api/errors.ts';
import { isRemoved, type Operation } from '../../api/operation.ts';

/** The headers that tell the stability of an operation and its announced removal. */
export interface Lifecycle {
  /** Sets the headers that are the same in every response of the operation. */
  applyTo(headers: Headers): Headers;
  /** The value of `Link`, or an empty string. `path` is `undefined` where the path values are invalid. */
  link(path?: Record<string, unknown>): string;
  /** @throws ServiceError `operation_removed` from the time of the removal on */
  requireNotRemoved(now: number): void;
}

/**
 * `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and links to the policy and to the successor (RFC 8288, RFC 5829).
 * `baseUrl` ends in the version segment, `policyUrl` is the address of the deprecation policy.
 */
export function lifecycleOf(operation: Operation, baseUrl: string, policyUrl: string): Lifecycle {
  const { deprecation, stability } = operation;
  const tellStability = (headers: Headers) => {
    if (stability !== 'stable') headers.set('Stability', stability);
    return headers;
  };
  if (deprecation === undefined) return { applyTo: tellStability, link: () => '', requireNotRemoved: () => undefined };
  const sunset = new Date(deprecation.removedAt).toUTCString();
  const deprecatedSince = `@${Math.floor(deprecation.announcedAt / 1_000)}`;
  const policy = `<${policyUrl}>; rel="deprecation"; type="text/html", <${policyUrl}>; rel="sunset"; type="text/html"`;
  const beforeSuccessor = `${policy}, <${baseUrl}`;
  return {
    applyTo(headers) {
      headers.set('Deprecation', deprecatedSince);
      headers.set('Sunset', sunset);
      return tellStability(headers);
    },
    link: (path) => `${beforeSuccessor}${deprecation.successor(path)}>; rel="successor-version"`,
    requireNotRemoved(now) {
      if (!isRemoved(operation, now)) return;
      throw new ServiceError('operation_removed', `This operation was removed on ${sunset}. ${deprecation.advice}`);
    },
  };
}
