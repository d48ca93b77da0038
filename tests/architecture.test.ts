import { describe, expect, test } from 'bun:test';
import { dirname, join, normalize } from 'node:path';

/**
 * The rooms, and which others each may import. In `src` requests flow in one direction, from `http` down to `store`, and
 * no import points back. Permission to import a room includes all folders in it. In a wing a folder is a resource, and the
 * name of a file says its layer: see `layerOf`.
 */
const wings = ['record', 'access', 'animals', 'homes', 'notify'].map((wing) => `src/${wing}`);
/** All of them, and what concerns them together. */
const catalogue = [...wings, 'src/catalogue'];
/** What the service does with requests and with nothing else: the layers of all resources, and what an operation is. */
const resources = ['src/lib', 'src/errors', 'src/store', ...catalogue, 'src/api'];
/** What an import knows of the fields of a profile, and of a file before it makes animals of it. */
const fields = ['importer/faults.ts', 'importer/profile-fields.ts'];
const reading = [...fields, 'importer/plan.ts', 'importer/words', 'importer/source'];
const rooms: Record<string, readonly string[]> = {
  // What service, SDK, importer, console and embed know alike: they may all import it, conformance not.
  contract: [],
  'src/lib': [],
  'src/errors': ['src/lib'],
  'src/store': ['src/lib', 'src/errors'],
  'src/photo-files': ['src/lib', 'src/errors', 'src/animals/photos/model.ts'],
  'src/api': ['src/lib', 'src/errors', 'src/store', 'src/photo-files'],
  // A wing knows those before it.
  ...Object.fromEntries(
    catalogue.map((wing, index) => [
      wing,
      [
        'src/lib',
        'src/errors',
        'src/store',
        ...['decode-image', 'photo-key', 'photo-store'].map((name) => `src/photo-files/${name}.ts`),
        'src/api',
        'importer/words',
        ...catalogue.slice(0, index),
      ],
    ]),
  ),
  'src/http': ['src/lib', 'src/errors', 'src/store', 'src/photo-files', 'src/api'],
  'src/site': [...resources, 'src/photo-files', 'src/http', 'console/pages.ts'],
  'src/adopt': [...resources, 'src/http', 'src/site'],
  'src/config': ['src/lib', 'src/photo-files/bucket-store.ts', 'src/adopt/look.ts'],
  'src/server': [...resources, 'src/photo-files', 'src/config', 'src/http', 'src/site', 'src/adopt'],
  // What operators do with a database. No service calls it.
  'src/operator': [...resources, 'src/photo-files', 'src/config', 'src/http/response', 'src/server'],
  cli: [
    ...resources,
    'src/photo-files',
    'src/config',
    'src/http',
    'src/server',
    'src/operator',
    'src/adopt/look.ts',
    'client',
    'importer',
    'conformance',
  ],
  // It must find what the service does wrong, so it shares no code with it.
  conformance: [],
  client: [],
  'client/transport': ['client/schema.gen.ts', 'client/version.gen.ts'],
  'client/guards.gen.ts': ['client/transport', 'client/schema.gen.ts', 'client/words.gen.ts'],
  'client/types.gen.ts': ['client/schema.gen.ts'],
  'client/resources': [
    'client/transport',

    'client/schema.gen.ts',
    'client/types.gen.ts',
    'client/guards.gen.ts',
  ],
  // What files of other systems say of animals, for the command and the console.
  importer: ['client'],
  'importer/words': ['client/types.gen.ts', ...fields],
  'importer/export': ['client', ...fields],
  'importer/source': ['client', ...fields, 'importer/export'],
  'importer/map': ['client', ...reading, 'importer/export'],
  'importer/recognise': [...reading, 'importer/map'],
  'importer/check': ['client', ...reading, 'importer/map'],
  'importer/report': ['importer/source', 'importer/export'],
  'importer/run': [
    'client',
    ...reading,
    'importer/export',
    'importer/map',
    'importer/check',
    'importer/report',
    'importer/known',
  ],
  'console/texts': ['client', 'importer/faults.ts', 'importer/profile-fields.ts'],
  'console/lib': ['client', 'importer/export', 'console/texts'],
  'console/ui': ['client', 'importer/source/source.ts', 'console/texts', 'console/lib'],
  'console/session': ['client', 'console/texts', 'console/lib', 'console/ui'],
  'console/data': ['client', 'console/texts', 'console/lib', 'console/ui', 'console/session'],
  'console/listing': ['client', 'console/texts', 'console/lib', 'console/ui'],
  'console/live': ['client', 'console/texts', 'console/lib', 'console/session'],
  'console/shell': [
    'console/find',
    'client',
    'console/pages.ts',
    'console/texts',
    'console/lib',
    'console/ui',
    'console/session',
    'console/data',
    'console/listing',
    'console/live',
  ],
  ...placesOfConsole({
    pets: ['orders', 'inquiries', 'profiles', 'photos', 'overview'],
    orders: [],
    inquiries: ['orders'],
    profiles: [],
    photos: [],
    import: ['profiles'],
    categories: [],
    shelter: [],
    people: ['keys'],
    find: ['pages.ts', 'pets', 'orders'],
    keys: [],
    webhooks: [],
    overview: ['live', 'orders', 'profiles', 'import'],
    figures: [],
  }),
  'console/reference': [
    'client',
    'console/console.css',
    ...['lib', 'ui', 'session', 'shell'].map((room) => `console/${room}`),
  ],
  embed: [],
  bench: ['src', 'cli', 'client', 'tests/support'],
  scripts: ['src', 'cli', 'client', 'importer', 'tests/support', 'console'],
};

function placesOfConsole(others: Record<string, readonly string[]>): Record<string, readonly string[]> {
  const shared = [
    'client',
    'importer',
    ...['texts', 'lib', 'ui', 'session', 'data', 'listing'].map((room) => `console/${room}`),
  ];
  return Object.fromEntries(
    Object.entries(others).map(([place, more]) => [
      `console/${place}`,
      [...shared, ...more.map((room) => (room.startsWith('src/') ? room : `console/${room}`))],
    ]),
  );
}

interface Import {
  readonly file: string;
  /** The path of a file, or the name of a package. */
  readonly imported: string;
}

const sources = [
  ...new Bun.Glob(
    '{src,contract,client,importer,cli,conformance,console,embed,bench,scripts}/**/*.{ts,tsx}',
  ).scanSync(),
].filter((file) => !/\.test\.tsx?$|node_modules/.test(file));
const imports: readonly Import[] = (await Promise.all(sources.map(importsOf))).flat();

async function importsOf(file: string): Promise<Import[]> {
  const text = await Bun.file(file).text();
  return [...text.matchAll(/(?:\bfrom\s|\bimport[\s(])\s*'([^']+)'/g)].map(([, specifier = '']) => ({
    file,
    imported: specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier,
  }));
}

const isIn = (path: string, room: string) => path === room || path.startsWith(`${room}/`);
const ours = imports.filter(({ imported }) =>
  /^(src|contract|client|importer|cli|conformance|console|embed|tests|bench|scripts)\//.test(imported),
);

describe('imports', () => {
  test.each(Object.entries(rooms))('%s imports only from the rooms that it may use', (room, allowed) => {
    const shared = room === 'conformance' ? [] : ['contract'];
    const own = imports.filter(({ file }) => isIn(file, room));
    expect(own.length).toBeGreaterThan(0);
    const pointingBack = ours.filter(
      ({ file, imported }) => isIn(file, room) && ![room, ...shared, ...allowed].some((below) => isIn(imported, below)),
    );
    expect(pointingBack).toEqual([]);
  });

  test('every file is in one of the rooms, or assembles them', () => {
    const together = ['src', 'console'];
    const homeless = sources.filter(
      (file) => !together.includes(dirname(file)) && !Object.keys(rooms).some((room) => isIn(file, room)),
    );
    expect(homeless).toEqual([]);
  });

  test('no file imports itself, directly or through others', () => {
    expect(findCircle()).toEqual([]);
  });
});

describe('in a resource', () => {
  /** The layers of a resource, the lowest first; each may import those before it, and others of its own. */
  const layers: Record<string, { name: RegExp; outside: readonly string[] }> = {
    model: { name: /^((\w+-)?model|format|public-view)$/, outside: ['src/lib', 'src/errors', 'src/api/call.ts'] },
    sql: { name: /^(\w+-)?sql$/, outside: ['src/lib', 'src/store', 'src/api/call.ts'] },
    rules: {
      name: /^(\w+-)?rules$/,
      outside: ['src/lib', 'src/store', 'src/errors', 'src/api/call.ts', 'importer/words'],
    },
    schemas: { name: /^(\w+-)?schemas$/, outside: ['src/lib', 'src/errors', 'src/api'] },
    operations: {
      name: /^(\w+-)?operations$/,
      outside: ['src/lib', 'src/errors', 'src/store', 'src/photo-files', 'src/api', 'src/access/define-write.ts'],
    },
    sending: { name: /^sending\//, outside: ['src/lib', 'src/errors', 'src/store', 'src/api'] },
    jobs: { name: /^jobs$/, outside: ['src/lib', 'src/store', 'src/photo-files', 'src/record/clock.ts'] },
  };
  const order = Object.keys(layers);
  /** The layer of a file in the folder of a resource; missing for files beside these folders. */
  const layerOf = (file: string) => {
    const [, name] = wings.some((wing) => isIn(file, wing)) ? (/^src\/\w+\/[^/]+\/(.+)\.ts$/.exec(file) ?? []) : [];
    return name === undefined ? undefined : (order.find((layer) => layers[layer]?.name.test(name)) ?? 'none');
  };

  test('each file has a layer', () => {
    expect(sources.filter((file) => layerOf(file) === 'none')).toEqual([]);
  });

  test.each(Object.entries(layers))('%s imports nothing above it', (layer, { outside }) => {
    const own = ours.filter(({ file }) => layerOf(file) === layer);
    expect(own.length).toBeGreaterThan(0);
    const pointingBack = own.filter(({ imported }) => {
      const other = layerOf(imported);
      return other === undefined
        ? !['contract', ...outside].some((room) => isIn(imported, room))
        : order.indexOf(other) > order.indexOf(layer);
    });
    expect(pointingBack).toEqual([]);
  });
});

test('a folder has at most 25 sources', () => {
  const tests = [...new Bun.Glob('tests/**/*.ts').scanSync()].filter((file) => !file.includes('node_modules'));
  const sizes = Map.groupBy([...sources, ...tests], (file) => dirname(file));
  const crowded = [...sizes].filter(([, files]) => files.length > 25).map(([folder, files]) => [folder, files.length]);
  expect(crowded).toEqual([]);
});

/** Files that import each other in a circle; empty if there is none. */
function findCircle(): readonly string[] {
  const imported = Map.groupBy(ours, ({ file }) => file);
  const done = new Set<string>();
  const look = (file: string, way: readonly string[]): readonly string[] => {
    if (way.includes(file)) return way.slice(way.indexOf(file));
    if (done.has(file)) return [];
    done.add(file);
    for (const next of imported.get(file) ?? []) {
      const circle = look(next.imported, [...way, file]);
      if (circle.length > 0) return circle;
    }
    return [];
  };
  return sources.map((file) => look(file, [])).find((circle) => circle.length > 0) ?? [];
}

test('`lib` does not mention animals', async () => {
  for (const file of sources.filter((path) => isIn(path, 'src/lib'))) {
    expect([file, await Bun.file(file).text()]).not.toEqual([
      file,
      expect.stringMatching(/\bpets?\b|\bPets?\b|animal/i),
    ]);
  }
});

test('rules do not depend on a clock, the network, the environment or an engine', async () => {
  const isRules = (file: string) => catalogue.some((wing) => isIn(file, wing)) && /\brules\.ts$/.test(file);
  for (const { file, imported } of imports.filter((one) => isRules(one.file))) {
    expect([file, imported]).not.toEqual([file, expect.stringMatching(/^(bun:|node:|bun$)/)]);
  }
  for (const file of sources.filter(isRules)) {
    expect(await Bun.file(file).text()).not.toMatch(
      /Date\.now|new Date\(\)|fetch\(|process\.|Math\.random|getRandomValues/,
    );
  }
});

test.each(['src/http', 'src/store'])('%s does not mention any resource by name, but in migrations', async (room) => {
  for (const file of sources.filter((path) => isIn(path, room) && !/\/migrate\.ts$|\/migrations\//.test(path))) {
    expect([file, await Bun.file(file).text()]).not.toEqual([
      file,
      expect.stringMatching(/\bpets?\b|\bPets?\b|petId|listPets/),
    ]);
  }
});

test.each(['client', 'conformance'])('%s depends only on a JSON parser', (room) => {
  const packages = imports
    .filter(({ file, imported }) => isIn(file, room) && !/^(?:node:|client\/|contract\/|conformance\/)/.test(imported))
    .map(({ imported }) => imported);
  expect([...new Set(packages)]).toEqual(['lossless-json']);
});
