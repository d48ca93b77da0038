import { expect, test } from 'bun:test';
import { createLog, type LogFields } from './log.ts';

function plain(fields: LogFields): string {
  const lines: string[] = [];
  createLog(
    (line) => void lines.push(line),
    'plain',
    () => 0,
  ).info('request', fields);
  return lines.join('');
}

test('a plain line shows simple values unquoted and quotes all others', () => {
  expect(plain({ path: '/v1/pets', status: 200, cause: 'a "b"', name: 'Padmé', none: undefined })).toBe(
    '1970-01-01T00:00:00.000Z INFO request path=/v1/pets status=200 cause="a \\"b\\"" name="Padmé"\n',
  );
});

test('a plain line has no character that a terminal would execute', () => {
  const line = plain({ path: '/\u001b[31m\r\n\u0007\u007f\u009b2J\u202e\u2028' });
  expect(line.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
  expect(line).toContain('/\\u001b[31m\\r\\n\\u0007\\u{7f}\\u{9b}2J\\u{202e}\\u{2028}');
});
