import { expect, test } from 'bun:test';
import { createLog, type LogFields } from './log.ts';

function print(fields: LogFields, format: 'plain' | 'json'): string {
  const lines: string[] = [];
  createLog(
    (line) => void lines.push(line),
    format,
    () => 0,
  ).info('request', fields);
  return lines.join('');
}

const plain = (fields: LogFields) => print(fields, 'plain');

test('a plain line shows simple values unquoted and quotes all others', () => {
  expect(plain({ path: '/v1/pets', status: 200, cause: 'a "b"', name: 'Padmé', none: undefined })).toBe(
    '1970-01-01T00:00:00.000Z INFO request path=/v1/pets status=200 cause="a \\"b\\"" name="Padmé"\n',
  );
});

test('a plain line contains no terminal control characters', () => {
  const line = plain({ path: '/\u001b[31m\r\n\u0007\u007f\u009b2J\u202e\u2028' });
  expect(line.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
  expect(line).toContain('/\\u001b[31m\\r\\n\\u0007\\u{7f}\\u{9b}2J\\u{202e}\\u{2028}');
});

test.each(['plain', 'json'] as const)('a %s line contains no API key, in any position', (format) => {
  const secrets = ['pet_prod_4D3cnwhorWlC0SqQTjK5v2JNUDGxSU3OxUPf', 'pet_stag_cJ9Xi9aj3rOGCYAZTWVpU6LEZOxoMB34OVkk'];
  const line = print({ path: `/v1/x${secrets[0]}/y`, cause: `a?key=${secrets[1]}&b`, status: 404 }, format);
  expect(line).toContain('/v1/xpet_prod_4D3c***/y');
  expect(line).toContain('a?key=pet_stag_cJ9X***&b');
  for (const secret of secrets) expect(line).not.toContain(secret.slice(0, 15));
});
