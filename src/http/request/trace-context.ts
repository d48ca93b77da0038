const traceparent = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(?:-|$)/;

/**
 * The trace and the span of the caller in a `traceparent` header (W3C Trace Context, level 1), for the log. Empty without
 * a valid header.
 */
export function readTraceContext({ headers }: Request): { traceId?: string; parentId?: string } {
  const header = headers.get('traceparent')?.trim() ?? '';
  const [, traceId = '', parentId = ''] = traceparent.exec(header) ?? [];
  // Version 255 is forbidden, version 0 has no further fields, and ids of zeros are invalid.
  if (/^(ff|00-.{52}-)/.test(header) || /^0*$/.test(traceId) || /^0*$/.test(parentId)) return {};
  return { traceId, parentId };
}
