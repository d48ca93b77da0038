// Proactive negotiation (RFC 9110, section 12).

/** The ranges that cover a type `application/…` besides itself, the most specific first. */
const applicationRanges = ['application/*', '*/*'];

/** What a header of weighted values lists, in lower case, each with its weight; parameters other than `q` are ignored. */
function readWeights(header: string): Map<string, number> {
  const listed = header.toLowerCase().split(',').map(readWeighted);
  return new Map(listed.filter(([value]) => value !== ''));
}

function readWeighted(text: string): [value: string, weight: number] {
  const [value = '', ...parameters] = text.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return [value, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}

/** Whether `Accept` lists a type itself, with at least the weight of JSON. */
export function prefersToJson(type: string, accept: string | null): boolean {
  if (accept === null) return false;
  const weights = readWeights(accept);
  const weight = weights.get(type) ?? 0;
  return weight > 0 && weight >= weightOf('application/json', weights);
}

/** Whether `Accept`, if it lists anything, covers a type `application/…`. */
export function accepts(type: string, accept: string | null): boolean {
  if (accept === null) return true;
  const weights = readWeights(accept);
  return weights.size === 0 || weightOf(type, weights) > 0;
}

function weightOf(type: string, weights: ReadonlyMap<string, number>): number {
  const range = [type, ...applicationRanges].find((listed) => weights.has(listed));
  return range === undefined ? 0 : (weights.get(range) ?? 0);
}

/** The language that `Accept-Language` prefers among those offered (RFC 4647, section 3.4), or the first of them. */
export function preferredLanguage<const Code extends string>(
  offered: readonly [Code, ...Code[]],
  acceptLanguage: string | null,
): Code {
  const [byDefault] = offered;
  if (acceptLanguage === null) return byDefault;
  const listed = [...readWeights(acceptLanguage)].filter(([, weight]) => weight > 0);
  const ranges = listed.toSorted(([, one], [, other]) => other - one).map(([range]) => range);
  const found = ranges.map((range) =>
    range === '*' ? byDefault : offered.find((code) => range === code || range.startsWith(`${code}-`)),
  );
  return found.find((code) => code !== undefined) ?? byDefault;
}

/** Whether the client takes a compressed body at least as gladly as the body itself. */
export function prefersGzip(acceptEncoding: string | null): boolean {
  if (acceptEncoding === null) return false;
  const weights = readWeights(acceptEncoding);
  const weight = weights.get('gzip') ?? 0;
  return weight > 0 && weight >= (weights.get('identity') ?? 0);
}
