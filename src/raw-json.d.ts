/** JSON.parse source text access (ECMAScript proposal, in the runtime already). */
interface JSON {
  /** A text that is written into JSON as it stands: the text of one number, string, boolean or null. */
  rawJSON(text: string): RawJson;
}

interface RawJson {
  readonly rawJSON: string;
}
