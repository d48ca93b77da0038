/** A document of the interface, as far as the generators of the SDK look at it. */
export interface Document<Schema = PlainSchema> {
  readonly tags?: readonly { readonly name: string; readonly description: string }[];
  readonly components: {
    readonly schemas: Record<string, Schema>;
    readonly parameters?: Record<string, Parameter<Schema>>;
    readonly responses?: Record<string, Response<Schema>>;
  };
  readonly paths: Record<string, Record<string, Operation<Schema>>>;
}

interface Operation<Schema> {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly description?: string;
  readonly parameters?: (Parameter<Schema> | Reference)[];
  readonly requestBody?: { required?: boolean; content: Record<string, { schema?: Schema; example?: unknown }> };
  readonly responses?: Record<string, Response<Schema> & Partial<Reference>>;
}

interface Reference {
  readonly $ref: string;
}

interface Response<Schema> {
  readonly description?: string;
  readonly content?: Record<string, { schema: Schema }>;
}

interface Parameter<Schema> {
  readonly name: string;
  readonly in: string;
  readonly description: string;
  readonly schema: Schema;
}

/** A schema, as far as it is looked at. */
export interface PlainSchema {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly examples?: readonly unknown[];
  readonly 'x-extensible-enum'?: readonly string[];
  readonly items?: PlainSchema;
  readonly properties?: Record<string, PlainSchema>;
  readonly required?: readonly string[];
  readonly additionalProperties?: PlainSchema;
}

/** What the SDK calls schemas whose names say too little outside of the document. */
export const typeNames: Readonly<Record<string, string>> = {
  Event: 'PetstoreEvent',
  Listing: 'PetListing',
  NewListing: 'NewPetListing',
  ListingFacets: 'PetListingFacets',
  Shelter: 'ShelterFacts',
};

/** Schemas of which the SDK declares another form, or which programs do not meet. */
export const withoutType =
  /^(?:NewKey|KeyRotation|NewWebhook|WebhookChanges|WebhookRotation|Error|Problem|Faceted\w+|Known\w+)$/;

/** What the SDK calls those operations whose names do not follow from their ids. */
const methodNames: Readonly<Record<string, string>> = {
  getInventory: 'inventory.get',
  deleteOrderContact: 'orders.eraseContact',
  createSignIn: 'people.signIn',
  createSignInLink: 'people.invite',
  getStatisticsMatrix: 'statistics.matrix',
  getOwnKey: 'keys.self',
  getOwnPerson: 'people.self',
  getOwnSignInLink: 'people.ownLink',
  listAuditEvents: 'people.events',
  getWebhookAttempt: 'webhooks.attempt',
  getWebhookBacklog: 'webhooks.backlog',
  listListingChanges: 'listings.changes',
  listWebhookAttempts: 'webhooks.attempts',
  importAnimals: 'imports.add',
  listKeptAnimals: 'imports.kept',
  rotateWebhookSecret: 'webhooks.rotate',
  getShelter: 'shelter.get',
  updateShelter: 'shelter.update',
};

/** The lists for which the SDK has `count`. */
const countedResources: readonly string[] = ['pets', 'orders', 'inquiries'];

/** What the SDK calls parameters that can be repeated. */
const optionNames: Readonly<Record<string, string>> = { id: 'ids', tag: 'tags' };

/** `deletePet` is `pets.remove`, and `getNewestPet` would be `pets.newest`. */
function methodName(id: string): string {
  const [, verb = '', middle = '', noun] = /^([a-z]+)(\w*)([A-Z][a-z]+)$/.exec(id) ?? [];
  if (noun === undefined) throw new Error(`No name for a method follows from ${id}: name it in methodNames`);
  const resource = /^(Person|People)$/.test(noun) ? 'people' : noun.replace(/(?<!e)y$/, 'ies').replace(/s?$/, 's');
  return `${resource.toLowerCase()}.${middle.toLowerCase() || (verb === 'delete' ? 'remove' : verb)}`;
}

/** The operations of a document, each with its query but for what pages of a list take, and cursors of others. */
export function operationsOf<Schema extends PlainSchema>({ components, paths }: Document<Schema>) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId: id, parameters = [], requestBody, ...operation }]) => {
      const known = parameters.flatMap(
        (parameter) => ('$ref' in parameter ? components.parameters?.[lastName(parameter.$ref)] : parameter) ?? [],
      );
      const inQuery = known.filter((parameter) => parameter.in === 'query');
      const { responses = {}, description = '', tags: [tag = ''] = [] } = operation;
      const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
      const response = success?.content?.['application/json']?.schema.$ref;
      const isPaged =
        inQuery.some(({ name }) => name === 'cursor') && components.schemas[lastName(response ?? '')]?.type === 'array';
      const query = inQuery
        .filter(({ name }) => name !== 'cursor' && !(isPaged && name === 'limit'))
        .map((parameter) => ({ ...parameter, option: optionNames[parameter.name] ?? parameter.name }));
      const { schema, example } = requestBody?.content['application/json'] ?? {};
      return {
        ...{ id, method: method.toUpperCase(), path, query, isPaged, response, responses, description, tag },
        ids: known.filter((parameter) => parameter.in === 'path'),
        headers: known.filter((parameter) => parameter.in === 'header').map(({ name }) => name),
        body: schema?.$ref,
        bodyExample: example,
        needsBody: requestBody?.required === true,
      };
    }),
  );
}

/** An operation, and what of it a method of the SDK does. */
export type SdkMethod = ReturnType<typeof operationsOf>[number] & { readonly kind: 'list' | 'count' | 'call' };

/** The methods of the SDK by resource and name; a counted list has two. */
export function methodsByResource(document: Document): Map<string, Map<string, SdkMethod>> {
  const resources = new Map<string, Map<string, SdkMethod>>();
  for (const operation of operationsOf(document)) {
    const { id, isPaged } = operation;
    const [resource = '', name = ''] = (methodNames[id] ?? methodName(id)).split('.');
    const methods = resources.get(resource) ?? new Map<string, SdkMethod>();
    resources.set(resource, methods);
    if (methods.has(name)) throw new Error(`${id} would be a second ${resource}.${name}: name it in methodNames`);
    methods.set(name, { ...operation, kind: isPaged ? 'list' : 'call' });
    if (isPaged && countedResources.includes(resource)) methods.set('count', { ...operation, kind: 'count' });
  }
  return resources;
}

export function lastName($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

/** An example of a value, as a program writes it. */
export function exampleOf(document: Pick<Document, 'components'>, schema: PlainSchema): string | undefined {
  const { $ref, items, type, format } = schema;
  if ($ref !== undefined) return exampleOf(document, document.components.schemas[lastName($ref)] ?? {});
  if (items !== undefined) return `[${exampleOf(document, items)}]`;
  const example = schema.examples?.[0] ?? schema.enum?.[0];
  if (type === 'integer') return `${example ?? 1}${format === 'int64' ? 'n' : ''}`;
  return example === undefined ? undefined : `'${example}'`;
}
