import { openList, publishedPattern } from '../schemas.ts';

export type Json = Readonly<Record<string, unknown>>;

type Parts = Record<'schemas' | 'parameters' | 'headers' | 'responses' | 'examples', Record<string, Json>>;

/** The parts that operations share: each stands once in the document, and is referred to by its name (`$ref`). */
export class Components {
  readonly parts: Parts = { schemas: {}, parameters: {}, headers: {}, responses: {}, examples: {} };

  /** A reference to a shared part. @throws Error when another part already has the name */
  share(section: keyof Parts, name: string, part: Json): Json {
    const shared = this.parts[section];
    shared[name] ??= part;
    if (JSON.stringify(shared[name]) !== JSON.stringify(part)) {
      throw new Error(`Two different ${section} of the document are named ${name}.`);
    }
    return { $ref: `#/components/${section}/${name}` };
  }

  /**
   * A schema: a reference if it has a name. A list of values that later releases may extend is open in what a client
   * receives, so that clients generated from the document accept new values, and closed in what it sends.
   */
  describeSchema(schema: unknown, side: 'sent' | 'received' = 'received'): unknown {
    if (typeof schema !== 'object' || schema === null) return schema;
    if (Array.isArray(schema)) return schema.map((entry) => this.describeSchema(entry, side));
    const { $id: name, ...rest } = schema as Json & { $id?: string };
    const isOpen = openList in schema;
    const published = publishedPattern in schema ? { pattern: schema[publishedPattern] } : {};
    const members = Object.entries({ ...rest, ...published }).map(([member, value]) => [
      isOpen && side === 'received' && member === 'enum' ? 'x-extensible-enum' : member,
      this.describeSchema(value, side),
    ]);
    const described: Json = Object.fromEntries(members);
    if (name === undefined) return described;
    return this.share('schemas', isOpen && side === 'sent' ? `Known${name}` : name, described);
  }
}

/** Words separated by `_` or `-`, or in camel case, as a component name: `pet_not_found` becomes `PetNotFound`. */
export function componentName(words: string): string {
  return words.replaceAll(/(?:^|[-_])(.)/g, (_, first: string) => first.toUpperCase());
}
