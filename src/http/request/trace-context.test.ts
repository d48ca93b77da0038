import { expect, test } from 'bun:test';
import { readTraceContext } from './trace-context.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';
const read = (traceparent: string) => readTraceContext(new Request('http://x.test', { headers: { traceparent } }));

test.each([`00-${traceId}-${parentId}-01`, `00-${traceId}-${parentId}-00`, `cc-${traceId}-${parentId}-01-what`])(
  'reads %s',
  (header) => expect(read(header)).toEqual({ traceId, parentId }),
);

test.each([
  '',
  traceId,
  `00-${traceId}-${parentId}`,
  `00-${traceId.toUpperCase()}-${parentId}-01`,
  `00-${'0'.repeat(32)}-${parentId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `ff-${traceId}-${parentId}-01`,
  `00-${traceId}-${parentId}-01-more`,
  `00-${traceId}-${parentId}-01, 00-${traceId}-${parentId}-01`,
])('ignores %j', (header) => expect(read(header)).toEqual({}));

test('ignores a missing header', () => expect(readTraceContext(new Request('http://x.test'))).toEqual({}));
