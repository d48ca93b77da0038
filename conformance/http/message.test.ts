import { describe, expect, test } from 'bun:test';
import { encodeRequest, fieldValue, ProtocolError, parseResponse } from './message.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const parse = (text: string, { method = 'GET', isClosed = false } = {}) => parseResponse(bytes(text), method, isClosed);
const bodyOf = (text: string, options = {}) => Buffer.from(parse(text, options)?.body ?? []).toString();

test('a request is encoded byte for byte, with repeated fields', () => {
  const headers = [
    ['Host', 'a.test'],
    ['A', '1'],
    ['A', '\u00ff'],
  ] as const;
  const encoded = encodeRequest({ method: 'POST', target: '/v1/pets?x', headers, body: Uint8Array.of(0, 255) });
  expect(encoded).toEqual(bytes('POST /v1/pets?x HTTP/1.1\r\nHost: a.test\r\nA: 1\r\nA: \u00ff\r\n\r\n\u0000\u00ff'));
});

describe('a response', () => {
  test('is complete as soon as its Content-Length has arrived', () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n';
    expect(parse(head.slice(0, -1))).toBeUndefined();
    expect(parse(`${head}abc`)).toMatchObject({ status: 200, reason: 'OK', isComplete: false });
    expect(parse(`${head}abcd`)).toMatchObject({ isComplete: true, isReusable: true, surplusBytes: 0 });
    expect(parse(`${head}abcdef`)).toMatchObject({ isComplete: true, isReusable: false, surplusBytes: 2 });
  });

  test('is complete with its last chunk, and has what has arrived before', () => {
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
    const text = `${head}3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n`;
    expect(bodyOf(text)).toBe('abc0123456789');
    for (let length = head.length; length < text.length; length++) {
      expect([length, parse(text.slice(0, length))?.isComplete]).toEqual([length, false]);
    }
    expect(parse(text)).toMatchObject({ isComplete: true, isReusable: true });
    expect(bodyOf(`${head}3\r\nabc\r\n5\r\nab`)).toBe('abc');
    expect(parse(`${head}0\r\n\r\n`)).toMatchObject({ isComplete: true, surplusBytes: 0 });
  });

  test('without a length ends with the connection', () => {
    const text = 'HTTP/1.1 200 OK\r\n\r\nabc';
    expect(parse(text)?.isComplete).toBe(false);
    expect(parse(text, { isClosed: true })).toMatchObject({ isComplete: true, isReusable: false });
  });

  test('to HEAD, with 204 or with 304 has no body', () => {
    const head = 'Content-Length: 4\r\n\r\n';
    expect(parse(`HTTP/1.1 200 OK\r\n${head}`, { method: 'HEAD' })).toMatchObject({
      isComplete: true,
      surplusBytes: 0,
    });
    expect(parse(`HTTP/1.1 304 Not Modified\r\n${head}abcd`)).toMatchObject({ isComplete: true, surplusBytes: 4 });
    expect(parse('HTTP/1.1 204\r\n\r\n')).toMatchObject({ status: 204, reason: '', isComplete: true });
  });

  test('is preceded by interim responses', () => {
    expect(parse('HTTP/1.1 100 Continue\r\n\r\n')).toBeUndefined();
    const text = 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n';
    expect(parse(text)).toMatchObject({ status: 201, headers: [['Content-Length', '0']] });
  });

  test('keeps names and repeated fields as they were sent', () => {
    const response = parse('HTTP/1.1 200 OK\r\nLINK: a \r\nlink:b\r\nContent-Length: 0\r\n\r\n');
    expect(response?.headers.slice(0, 2)).toEqual([
      ['LINK', 'a'],
      ['link', 'b'],
    ]);
    expect(fieldValue(response?.headers ?? [], 'Link')).toBe('a, b');
  });

  test.each([
    'hello\r\n\r\n',
    'HTTP/2 200 OK\r\n\r\n',
    'HTTP/1.1 200 OK\r\nno colon\r\n\r\n',
    'HTTP/1.1 200 OK\r\nName : x\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n',
  ])('%j is not HTTP', (text) => {
    expect(() => parse(text)).toThrow(ProtocolError);
  });

  test('with Connection: close, or of HTTP/1.0, ends its connection', () => {
    const close = 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
    expect(parse(close)?.isReusable).toBe(false);
    expect(parse('HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n')?.isReusable).toBe(false);
  });
});
