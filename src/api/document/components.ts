export type Json = Readonly<Record<string, unknown>>;

const sections = ['schemas', 'parameters', 'headers', 'responses', 'examples'] as const;
type Section = (typeof sections)[number];

/** The parts that operations share: each stands once in the document, and is referred to by its name (`$ref`). */
export class Components {
  readonly #sections = new Map<Section, Map<string, Json>>(sections.map((section) => [section, new Map()]));

  /** A reference to a shared part. @throws Error when another part already has the name */
  share(section: Section, name: string, part: Json): Json {
    const shared = this.#sections.get(section);
    const known = shared?.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(part)) {
      throw new Error(`Two different ${section} of the document are named ${name}.`);
    }
    shared?.set(name, part);
    return { $ref: `#/components/${section}/${name}` };
  }

  toJson(): Record<Section, Json> {
    return Object.fromEntries(
      [...this.#sections].map(([section, shared]) => [section, Object.fromEntries(shared)]),
    ) as Record<Section, Json>;
  }
}

/** Words separated by `_` or `-`, or in camel case, as a component name: `pet_not_found` becomes `PetNotFound`. */
export function componentName(words: string): string {
  return words.replaceAll(/(?:^|[-_])(.)/g, (_, first: string) => first.toUpperCase());
}
