import type { FuzzedRequest } from './requests.ts';

/** The requests that lack one part of this one. */
export function simplify(request: FuzzedRequest): FuzzedRequest[] {
  const { target, headers, credential, body } = request;
  const [path = '', query] = target.split('?', 2);
  return [
    ...Object.keys(headers).map((dropped) => ({
      ...request,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== dropped)),
    })),
    ...(query === undefined ? [] : [{ ...request, target: path }]),
    ...(body === undefined || body === '{}' ? [] : [{ ...request, body: '{}' }]),
    ...(credential === 'admin' ? [] : [{ ...request, credential: 'admin' }]),
  ];
}

/** The request as a command for a POSIX shell. A text that is not printable needs a shell with `$'…'`, such as bash. */
export function toCurl(
  { method, target, headers, credential, body }: FuzzedRequest,
  authorization: string | undefined,
) {
  const all = { ...headers, ...(authorization !== undefined && { Authorization: authorization }) };
  return [
    `curl -i -X ${method} "$BASE_URL"${quote(target)}`,
    ...Object.entries(all).map(([name, text]) => `-H ${quote(text === '' ? `${name};` : `${name}: ${text}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quote(body)}`]),
    `# key: ${credential}`,
  ].join(' ');
}

function quote(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const escaped = [...new TextEncoder().encode(text)].map((byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, '0')}`,
  );
  return `$'${escaped.join('')}'`;
}
