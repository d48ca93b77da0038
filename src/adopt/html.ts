/** Text that is HTML or XML already. Only `html`, `xml` and `raw` make it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template accepts. Strings are escaped; what is missing becomes nothing. */
export type HtmlContent = Markup | string | number | bigint | false | null | undefined | readonly HtmlContent[];

/** HTML with all values escaped, in texts and in quoted attributes. Attributes must be in double quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlContent[]): Markup {
  let text = parts[0] ?? '';
  for (const [index, value] of values.entries()) text += print(value) + parts[index + 1];
  return new Markup(text);
}

/** Characters that XML 1.0 has not (section 2.2). */
const notInXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** The same for XML, which has no use for some characters, not even escaped. */
export function xml(parts: TemplateStringsArray, ...values: readonly HtmlContent[]): Markup {
  return new Markup(html(parts, ...values).text.replace(notInXml, ''));
}

/** Markup from elsewhere. It must be well-formed. */
export function raw(text: string): Markup {
  return new Markup(text);
}

/** A JSON text that is safe within `<script>`: nothing in it can end or begin an element, and no character may not be in a page. */
export function scriptJson(value: unknown): Markup {
  return new Markup(JSON.stringify(value).replace(/[<>&\u2028\u2029]|\p{Noncharacter_Code_Point}/gu, toUnicodeEscapes));
}

function print(value: HtmlContent): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === 'string') return Bun.escapeHTML(value.replace(noncharacters, ''));
  if (Array.isArray(value)) return value.map(print).join('');
  return value === undefined || value === null || value === false ? '' : String(value);
}

/** A page must not have them (HTML standard, section 13.2.3.5). */
const noncharacters = /\p{Noncharacter_Code_Point}/gu;

/** One for each UTF-16 unit, as JSON has them. */
function toUnicodeEscapes(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
