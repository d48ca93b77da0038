import {
  type Document,
  exampleOf,
  lastName,
  methodsByResource,
  type SdkMethod,
  typeNames,
  withoutType,
} from './client-document.ts';

/** What the SDK calls resources, where the name alone would not say enough. */
const interfaceNames: Readonly<Record<string, string>> = { inventory: 'InventoryCounts', listings: 'PetListings' };

/** What resources are that share their tag in the document with others. */
const descriptions: Readonly<Record<string, string>> = {
  profiles: 'What people want to know about an animal.',
  photos: 'The photos of animals.',
  notes: 'What staff write on animals, for each other.',
  orders: 'Reservations of animals.',
  inventory: 'How many animals there are in each status.',
  statistics: 'What happened to animals, by day, week or month.',
  devices: 'Where people are signed in.',
  deliveries: 'Events that have not arrived at a webhook yet.',
};

/** Resources with methods of a shape of their own, and the interfaces in `client/resources/own-methods.ts` that have these. */
const ownMethods: Readonly<Record<string, string>> = {
  photos: 'PhotoUploads',
  listings: 'FacetedListings',
  categories: 'CategoryNames',
  inventory: 'InventoryByCategory',
  events: 'EventLog',
  keys: 'KeyRevocation',
  webhooks: 'WebhookVerification',
};

/** Operations whose methods stand there. */
const ownOperations: readonly string[] = ['addPhoto', 'putCategory', 'mergeCategory', 'revokeKey', 'listEvents'];

/** Options that stand in `own-shapes.ts`. */
const ownOptions: readonly string[] = ['CountPetsOptions', 'ListPetListingsOptions'];

/** What the SDK calls options whose names do not follow from their methods. */
const optionNames: Readonly<Record<string, string>> = {
  getInventory: 'InventoryOptions',
  getStatistics: 'StatisticsOptions',
  getStatisticsMatrix: 'MatrixOptions',
  listAuditEvents: 'AdminEventOptions',
  listListingChanges: 'PetListingChangesOptions',
};

/** What the entries of a list are called whose schema has no name. */
const entryNames: Readonly<Record<string, string>> = { Statistics: 'PeriodStatistics' };

/** Generates the interfaces of the resources, with the documentation of each method, and the options of those with a query. */
export function generateMethods(text: string): string {
  const document: Document = JSON.parse(text);
  /** The types that the interfaces use: those in `own-shapes.ts`, and those of schemas. */
  const own = new Set<string>();
  const named = new Set<string>();
  const options = new Map<string, string>();
  const [members, interfaces]: [string[], string[]] = [[], []];
  for (const [resource, methods] of methodsByResource(document)) {
    const type = interfaceNames[resource] ?? capitalise(resource);
    const declarations = [...methods]
      .filter(([, { id }]) => !ownOperations.includes(id))
      .map(([name, method]) => declarationOf(resource, type, name, method));
    const [first] = methods.values();
    const tag = document.tags?.find(({ name }) => name === first?.tag);
    const description = descriptions[resource] ?? tag?.description ?? `The ${resource}.`;
    const base = ownMethods[resource];
    const example =
      /@example .*/.exec(declarations.join(''))?.[0] ??
      `@example for await (const entry of client.${resource}.list()) console.log(entry);`;
    members.push(`${comment([description, example])}  readonly ${resource}: ${type};\n`);
    const head = `export interface ${type}${base === undefined ? '' : ` extends ${base}`}`;
    interfaces.push(`/** ${description} */\n${head} {\n${declarations.join('')}}\n\n`);
  }
  return `import type { ${Object.values(ownMethods).sort().join(', ')} } from './resources/own-methods.ts';
import type { ${[...own].sort().join(', ')} } from './resources/own-shapes.ts';
import type { OptionalMembers } from './transport/operation.ts';
import type { ListOptions, PagedList } from './transport/paging.ts';
import type { CallOptions, ChangeOptions, WriteOptions } from './transport/transport.ts';
import type { ${[...named].sort().join(', ')} } from './types.gen.ts';

${[...options.values(), ...interfaces].join('')}/** What the service has. */
export interface Resources {\n${members.join('')}}\n`;

  function declarationOf(resource: string, type: string, name: string, method: SdkMethod): string {
    const { ids, body, needsBody } = method;
    const parameters = ids.map((id) => `${idName(resource, id.name)}: bigint`);
    if (body !== undefined) parameters.push(`${bodyName(body)}${needsBody ? '' : '?'}: ${typeOf(body)}`);
    parameters.push(`options?: ${optionsOf(type, name, method)}`);
    const example = `@example ${exampleOfCall(document, `client.${resource}.${name}`, method)}`;
    const documentation = comment([...textOf(type, method), ...failuresOf(document, method), example]);
    return `${documentation}  ${name}(${parameters.join(', ')}): ${resultOf(method)};\n`;
  }

  function optionsOf(type: string, name: string, { id, kind, query, headers }: SdkMethod): string {
    const common = [
      ...(kind === 'list' ? ['ListOptions'] : []),
      ...(headers.includes('Idempotency-Key') ? ['WriteOptions'] : []),
      ...(headers.includes('If-Match') ? ['ChangeOptions'] : []),
    ];
    if (common.length === 0) common.push('CallOptions');
    if (query.length === 0) return common.join(' & ');
    const named = optionNames[id] ?? `${capitalise(name)}${type}Options`;
    const head = `export interface ${named} extends OptionalMembers<'${id}Query'>, ${common.join(', ')} {}`;
    if (ownOptions.includes(named)) own.add(named);
    else options.set(named, `/** Options of {@link ${type}.${name}}. */\n${head}\n\n`);
    return named;
  }

  function resultOf({ kind, response }: SdkMethod): string {
    if (kind === 'count') return 'Promise<number>';
    if (response === undefined) return 'Promise<void>';
    const { type, items } = document.components.schemas[lastName(response)] ?? {};
    if (type !== 'array') return `Promise<${typeOf(response)}>`;
    const entry = items?.$ref === undefined ? entryOf(lastName(response)) : typeOf(items.$ref);
    return kind === 'list' ? `PagedList<${entry}>` : `Promise<${entry}[]>`;
  }

  function entryOf(list: string): string {
    const name = entryNames[list];
    if (name === undefined) throw new Error(`The entries of ${list} have no name: name them in entryNames`);
    own.add(name);
    return name;
  }

  /** The type of a schema, as programs know it. */
  function typeOf($ref: string): string {
    const name = lastName($ref);
    const type = typeNames[name] ?? name;
    (withoutType.test(name) ? own : named).add(type);
    return type;
  }
}

/** The description of an operation, but for what the SDK does by itself. */
function textOf(type: string, { kind, description }: SdkMethod): string[] {
  if (kind === 'count') return [`Counts the entries of {@link ${type}.list}.`];
  const sentences = description.split(/(?<=\.)[ \n]+(?=[A-Z`])/).filter((sentence) => !sentence.includes('`Prefer'));
  const deprecatedAt = sentences.indexOf('Deprecated.');
  const text = (deprecatedAt < 0 ? sentences : sentences.slice(0, deprecatedAt)).join(' ');
  if (deprecatedAt >= 0) return [text, `@deprecated ${sentences.slice(deprecatedAt + 1).join(' ')}`];
  return [kind === 'list' ? `${text} The pages are requested one by one, as they are read.` : text];
}

/** The errors that say what is wrong with the resource, with what they mean. */
function failuresOf({ components }: Document, { kind, responses }: SdkMethod): string[] {
  if (kind === 'count') return [];
  return ['404', '409', '410'].flatMap((status) => {
    const response = responses[status];
    const known = response?.$ref === undefined ? response : components.responses?.[lastName(response.$ref)];
    const meanings = known?.description?.split('\n\n') ?? [];
    return meanings
      .filter((meaning) => !/^`(?:idempotency_in_progress|operation_removed)`/.test(meaning))
      .map((meaning) => `@throws PetstoreError ${meaning}`);
  });
}

/** A call as a program has it, with the example of the document. */
function exampleOfCall(document: Document, name: string, method: SdkMethod): string {
  const { kind, ids, query, body, bodyExample, response } = method;
  const parameters = ids.map(({ schema }) => exampleOf(document, schema) ?? '1n');
  const [filter] = query;
  if (body !== undefined) parameters.push(bodyOf(document, body, bodyExample));
  else if (filter !== undefined) parameters.push(`{ ${filter.option}: ${exampleOf(document, filter.schema)} }`);
  const call = `${name}(${parameters.join(', ')})`;
  if (kind === 'count') return `const count = await ${call};`;
  if (response === undefined) return `await ${call};`;
  const { items } = document.components.schemas[lastName(response)] ?? {};
  if (kind === 'call') return `const ${variableOf(lastName(response))} = await ${call};`;
  const entry = variableOf(lastName(items?.$ref ?? 'entry'));
  return `for await (const ${entry} of ${call}) console.log(${entry});`;
}

/** What an example calls a value: not by a word of the language. */
function variableOf(type: string): string {
  return type === 'Import' ? 'imported' : decapitalise(type);
}

/** What a body needs, and two members more. */
function bodyOf({ components }: Document, $ref: string, example: unknown): string {
  const name = lastName($ref);
  const { required = [] } = components.schemas[name] ?? {};
  const members = Object.entries(example ?? {}).filter(([member], index) => index < 2 || required.includes(member));
  return literalOf(Object.fromEntries(members), withoutType.test(name) ? '' : 'n');
}

function literalOf(value: unknown, suffix: '' | 'n'): string {
  if (typeof value === 'number') return `${value}${suffix}`;
  if (typeof value === 'string') return value.includes("'") ? JSON.stringify(value) : `'${value}'`;
  // One object shows what the others are.
  if (Array.isArray(value))
    return `[${value
      .slice(0, typeof value[0] === 'object' ? 1 : undefined)
      .map((entry) => literalOf(entry, suffix))
      .join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${name}: ${literalOf(member, suffix)}`)
    .join(', ')} }`;
}

/** The number of an animal is `id` to `pets`, and `petId` to others. */
function idName(resource: string, parameter: string): string {
  const singular = resource === 'people' ? 'person' : resource.replace(/ies$/, 'y').replace(/s$/, '');
  return parameter === `${singular}Id` ? 'id' : parameter;
}

function bodyName(body: string): string {
  const name = lastName(body);
  return decapitalise(/(?:Changes|Rotation|Details|Draft)$/.exec(name)?.[0] ?? name);
}

function comment(lines: readonly string[]): string {
  return `  /**\n${lines.map((line) => `   * ${line}\n`).join('')}   */\n`;
}

function capitalise(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function decapitalise(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
