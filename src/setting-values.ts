/** A value, or what the text must be instead. */
export type Reading<Value> = { value: Value } | { mustBe: string };

export function integer(text: string, min: number, max: number): Reading<number> {
  const value = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? { value } : { mustBe: `a whole number from ${min} to ${max}` };
}

export function databaseUrl(text: string): Reading<string> {
  return /^sqlite:(?!:memory:).+$/.test(text) ? { value: text } : { mustBe: 'sqlite: and the path of a file' };
}

export function publicUrl(text: string): Reading<string> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isUsable = url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
  const trimmed = text.replace(/\/+$/, '');
  if (!isUsable || trimmed.endsWith('/v1')) {
    return { mustBe: 'an http or https address without /v1, such as https://petstore.example.org' };
  }
  return { value: trimmed };
}

export function origins(text: string): Reading<readonly string[]> {
  const list = text.split(',').map((origin) => origin.trim());
  const isUsable = list.every(
    (origin) => origin === '*' || (URL.canParse(origin) && new URL(origin).origin === origin),
  );
  return isUsable
    ? { value: list }
    : { mustBe: 'origins such as https://shelter.example.org, separated by commas, or *' };
}

export function presetApiKey(text: string): Reading<string> {
  return /^[\x21-\x7e]{32,512}$/.test(text)
    ? { value: text }
    : { mustBe: '32 to 512 visible ASCII characters without blanks' };
}
