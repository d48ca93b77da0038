import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backupCommand } from '../../../src/cli/backup.ts';
import { healthCommand } from '../../../src/cli/health.ts';
import { serveCommand } from '../../../src/cli/serve.ts';
import { readConfig, unknownVariables } from '../../../src/config/config.ts';
import { settings } from '../../../src/config/settings.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { readImage } from '../../support/process/dockerfile.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';

// What the files in deploy/ name exists: settings with valid values, commands, ports, paths and users. deploy/container is
// run by tests/process/executable.test.ts, and all files are compared with their schemas by `npm run test:ecosystem`.

const image = readImage('deploy/container/Dockerfile');

interface Mount {
  name: string;
  mountPath: string;
}

interface Probe {
  httpGet: { path: string; port: string };
  periodSeconds: number;
  failureThreshold?: number;
}

interface Container {
  args: string[];
  env: { name: string; value: string }[];
  ports: { name: string; containerPort: number }[];
  volumeMounts: Mount[];
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
}

interface Workload {
  kind: string;
  spec: {
    template: {
      spec: {
        terminationGracePeriodSeconds: number;
        securityContext: { runAsUser: number; runAsGroup: number; fsGroup: number };
        containers: Container[];
        volumes: { name: string; secret?: { secretName: string } }[];
      };
    };
    volumeClaimTemplates?: { metadata: { name: string } }[];
  };
}

interface Compose {
  services: {
    petstore: {
      environment: Record<string, string>;
      secrets: string[];
      volumes: string[];
      ports: string[];
      stop_grace_period: string;
    };
  };
  secrets: Record<string, { file: string }>;
}

const readText = (path: string) => readFileSync(join('deploy', path), 'utf8');
const compose = (Bun.YAML.parse(readText('container/compose.yaml')) as Compose).services.petstore;
const manifests = ['kubernetes/sqlite.yaml', 'kubernetes/postgresql.yaml'] as const;

function readWorkload(path: string) {
  const workload = (Bun.YAML.parse(readText(path)) as Workload[]).find(
    ({ kind }) => kind === 'StatefulSet' || kind === 'Deployment',
  );
  const [container] = workload?.spec.template.spec.containers ?? [];
  if (workload === undefined || container === undefined) throw new Error(`${path} runs nothing`);
  return { pod: workload.spec.template.spec, claims: workload.spec.volumeClaimTemplates ?? [], container };
}

/** The entries of a unit, each with all of its values. */
function readUnit(name: string): Record<string, string[]> {
  const entries = [...readText(`systemd/${name}`).matchAll(/^(\w+)=(.*)$/gm)];
  return Object.fromEntries(
    entries.map(([, key = '']) => [key, entries.filter(([, other]) => other === key).map(([, , value = '']) => value)]),
  );
}

const units = ['petstore.service', 'petstore-backup.service'];
const variablesOf = (unit: string) =>
  Object.fromEntries((readUnit(unit)['Environment'] ?? []).map((text) => text.split(/=(.*)/s).slice(0, 2)));

const environments: [file: string, env: Record<string, string>][] = [
  ['container/Dockerfile', image.env],
  ['container/compose.yaml', { ...image.env, ...compose.environment }],
  ...manifests.map((path): [string, Record<string, string>] => {
    const own = readWorkload(path).container.env.map(({ name, value }) => [name, value] as const);
    return [path, { ...image.env, ...Object.fromEntries(own) }];
  }),
  ...units.map((unit): [string, Record<string, string>] => [`systemd/${unit}`, variablesOf(unit)]),
];

let scratch: ScratchFolder;
let service: TestApp;
beforeAll(async () => {
  scratch = makeScratchFolder();
  service = await startApp();
});
afterAll(async () => {
  await service.close();
  scratch.remove();
});

test.each(environments)('%s has only settings that exist, with valid values', (file, env) => {
  const secrets: Record<string, string> = {
    DATABASE_URL_FILE: 'postgres://petstore:secret@database/petstore',
    PETSTORE_API_KEY_FILE: 'a-key-of-32-characters-or-more-at-least',
  };
  const given = Object.entries(env).map(([name, value]) => {
    // Its default in the file is what counts here.
    const text = value.replace(/^\$\{\w+:-(.*)\}$/, '$1');
    if (!name.endsWith('_FILE')) return [name, text];
    const path = join(scratch.path, `${file.replaceAll('/', '-')}.${name}`);
    writeFileSync(path, secrets[name] ?? '');
    return [name, path];
  });
  expect(unknownVariables(Object.fromEntries(given))).toEqual([]);
  const known = Object.values(settings).map(({ variable }) => variable as string);
  for (const [name = ''] of given) expect(known).toContain(name.replace(/_FILE$/, ''));
  const { port } = readConfig(Object.fromEntries(given));
  expect(image.ports).toEqual([String(port)]);
});

test('the build of the image gets all sources', () => {
  const allowed = [...readText('container/Dockerfile.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path]) => path);
  const [, listed = ''] = /^sources_of\(\) \{\n(.*?)^\}/ms.exec(readFileSync('scripts/install.sh', 'utf8')) ?? [];
  const lists = [...listed.matchAll(/\becho (.+?)(?: ;;)?$/gm)].map(([, paths = '']) => paths.split(' '));
  const sources = lists.flat().filter((path) => !path.startsWith('.git/'));
  expect(sources).toEqual(expect.arrayContaining(['src', 'console', 'embed', 'client']));
  for (const path of sources) expect(allowed).toContain(path.split('/')[0]);
});

test('the files of secrets are where the settings expect them', () => {
  const secretFiles = Object.values(compose.environment).filter((value) => value.startsWith('/run/secrets/'));
  expect(secretFiles.map((path) => path.slice('/run/secrets/'.length)).sort()).toEqual(compose.secrets.toSorted());
  const declared = Object.entries((Bun.YAML.parse(readText('container/compose.yaml')) as Compose).secrets);
  for (const [name, { file }] of declared) expect(file).toBe(`secrets/${name}`);
  for (const path of manifests) {
    const { container, pod } = readWorkload(path);
    const secretVolumes = pod.volumes.filter(({ secret }) => secret !== undefined).map(({ name }) => name);
    const [mount] = container.volumeMounts.filter(({ name }) => secretVolumes.includes(name));
    const files = container.env.filter(({ name }) => name.endsWith('_FILE'));
    expect(files.length).toBeGreaterThan(0);
    for (const { value } of files) expect(value).toStartWith(`${mount?.mountPath}/`);
  }
});

test('the data of SQLite and photos are in the volume of the image', () => {
  expect([image.workingFolder, image.volumes, settings.databaseUrl.default]).toEqual([
    '/',
    ['/data'],
    'sqlite:data/petstore.db',
  ]);
  expect(compose.volumes).toEqual([expect.stringMatching(/:\/data$/)]);
  expect(compose.environment['PETSTORE_MEDIA_URL']).toStartWith('file:/data/');
  const { claims, container } = readWorkload('kubernetes/sqlite.yaml');
  const claimed = container.volumeMounts.filter(({ name }) => claims.some(({ metadata }) => metadata.name === name));
  expect(claimed.map(({ mountPath }) => mountPath)).toEqual(['/data']);
  expect(Object.values(variablesOf('petstore.service'))).toEqual(['sqlite:/var/lib/petstore/petstore.db']);
  expect(variablesOf('petstore-backup.service')).toEqual(variablesOf('petstore.service'));
});

test('the ports, paths and users of probes and pods are those of the image', async () => {
  expect(compose.ports).toEqual([`127.0.0.1:8080:${image.ports[0]}`]);
  for (const path of manifests) {
    const { container, pod } = readWorkload(path);
    expect(container.ports).toEqual([{ name: 'http', containerPort: Number(image.ports[0]) }]);
    const { startupProbe, livenessProbe, readinessProbe } = container;
    expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet)).toEqual([
      { path: '/livez', port: 'http' },
      { path: '/livez', port: 'http' },
      { path: '/readyz', port: 'http' },
    ]);
    const { runAsUser, runAsGroup, fsGroup } = pod.securityContext;
    expect([`${runAsUser}:${runAsGroup}`, fsGroup]).toEqual([image.user, runAsGroup]);
  }
  for (const path of ['/livez', '/readyz']) {
    expect((await service.fetch(path, { headers: { Authorization: '' } })).status).toBe(200);
  }
});

test('every command and option that is run exists', () => {
  expect(image.command).toEqual(['/petstore', serveCommand().name()]);
  expect(image.healthCheck).toEqual(['/petstore', healthCommand().name()]);
  for (const path of manifests) expect(readWorkload(path).container.args).toEqual([serveCommand().name()]);
  expect(readUnit('petstore.service')['ExecStart']).toEqual([`/usr/local/bin/petstore ${serveCommand().name()}`]);
  const [start = ''] = readUnit('petstore-backup.service')['ExecStart'] ?? [];
  const [, , ...words] = start.split(' ');
  const { operands, unknown } = backupCommand().parseOptions(words);
  expect([start.split(' ')[1], operands, unknown]).toEqual([backupCommand().name(), ['/var/lib/petstore-backup'], []]);
});

test('a service that cannot start is started again for as long as it takes, and a long migration is not interrupted', () => {
  for (const unit of units) {
    const { Restart, RestartSec = [], StartLimitIntervalSec = ['10'] } = readUnit(unit);
    expect(Restart).toEqual(['always']);
    // By default systemd gives up after five starts in ten seconds.
    if (StartLimitIntervalSec[0] !== '0')
      expect(5 * Number(RestartSec[0])).toBeGreaterThan(Number(StartLimitIntervalSec[0]));
  }
  for (const path of manifests) {
    const { periodSeconds, failureThreshold = 0 } = readWorkload(path).container.startupProbe;
    expect(periodSeconds * failureThreshold).toBeGreaterThanOrEqual(3_600);
  }
});

test('a stop may take as long as it can: the drain, and 35 seconds', () => {
  const grace = (env: Record<string, string>, seconds: number) =>
    expect(seconds).toBeGreaterThanOrEqual(Number(env['PETSTORE_DRAIN_SECONDS'] ?? 0) + 35);
  grace(compose.environment, Number.parseInt(compose.stop_grace_period, 10));
  grace(variablesOf('petstore.service'), Number(readUnit('petstore.service')['TimeoutStopSec']?.[0]));
  for (const path of manifests) {
    const { container, pod } = readWorkload(path);
    const env = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
    grace(env, pod.terminationGracePeriodSeconds);
  }
});
