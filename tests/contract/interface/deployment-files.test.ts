import { afterAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formats } from '../../../cli/client/feed/formats.ts';
import { feedCommand } from '../../../cli/client/feed.ts';
import { healthCommand } from '../../../cli/health.ts';
import { backupCommand } from '../../../cli/operator/backup.ts';
import { serveCommand } from '../../../cli/serve.ts';
import { readConfig, unknownVariables } from '../../../src/config/config.ts';
import { settings } from '../../../src/config/settings.ts';
import { readPostgresUrl, serverName } from '../../../src/lib/addresses/database-url.ts';
import { readImage } from '../../support/process/dockerfile.ts';
import { makeScratchFolder } from '../../support/scratch.ts';

// What the files in deploy/ name exists: settings with valid values, commands, ports, paths and users. deploy/container is
// run by tests/process/shipping/executable.test.ts, and all files are compared with their schemas by `npm run test:ecosystem`.

const image = readImage('deploy/container/Dockerfile');

interface Probe {
  httpGet: { path: string; port: string };
  periodSeconds: number;
  failureThreshold?: number;
}

interface Container extends Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', Probe> {
  args: string[];
  env: { name: string; value: string }[];
  ports: { name: string; containerPort: number }[];
  volumeMounts: { name: string; mountPath: string }[];
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
    backup: { environment: Record<string, string>; secrets: string[]; command: string[] };
  };
  secrets: Record<string, { file: string }>;
}

const readText = (path: string) => readFileSync(join('deploy', path), 'utf8');
const { petstore: compose, backup: composeBackup } = (Bun.YAML.parse(readText('container/compose.yaml')) as Compose)
  .services;
const manifests = ['kubernetes/sqlite.yaml', 'kubernetes/postgresql.yaml'] as const;

function readWorkload(path: string) {
  const documents = Bun.YAML.parse(readText(path)) as Workload[];
  const workload = documents.find(({ kind }) => kind === 'StatefulSet' || kind === 'Deployment');
  const [container] = workload?.spec.template.spec.containers ?? [];
  if (workload === undefined || container === undefined) throw new Error(`${path} runs nothing`);
  return { pod: workload.spec.template.spec, claims: workload.spec.volumeClaimTemplates ?? [], container };
}

/** The container of the job that makes backups. */
function readBackupJob(path: string): Container {
  const jobs = Bun.YAML.parse(readText(path)) as { kind: string; spec: { jobTemplate: Pick<Workload, 'spec'> } }[];
  const [container] = jobs.find(({ kind }) => kind === 'CronJob')?.spec.jobTemplate.spec.template.spec.containers ?? [];
  if (container === undefined) throw new Error(`${path} makes no backups`);
  return container;
}

/** The entries of a unit, each with all of its values. */
function readUnit(name: string): Record<string, string[]> {
  const entries = [...readText(`systemd/${name}`).matchAll(/^(\w+)=(.*)$/gm)];
  const valuesOf = (key: string) => entries.filter(([, other]) => other === key).map(([, , value = '']) => value);
  return Object.fromEntries(entries.map(([, key = '']) => [key, valuesOf(key)]));
}

const units = ['petstore.service', 'petstore-backup.service'];
const variablesOf = (unit: string) =>
  Object.fromEntries((readUnit(unit)['Environment'] ?? []).map((text) => text.split(/=(.*)/s).slice(0, 2)));

function readEnv(path: string): Record<string, string> {
  return Object.fromEntries(
    [...readText(path).matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

interface Patroni {
  name: string;
  restapi: { listen: string; authentication: { password: string }; allowlist: string[] };
  etcd: { hosts: string[] };
  bootstrap: {
    dcs: Record<string, unknown> & {
      ttl: number;
      loop_wait: number;
      retry_timeout: number;
      postgresql: { parameters: { max_connections: number }; pg_hba: string[] };
    };
    initdb: unknown[];
  };
  postgresql: { listen: string };
}

const envOf = ({ env }: Container) => Object.fromEntries(env.map(({ name, value }) => [name, value]));

/** How often its allocator looks for memory to return, in milliseconds. */
const variablesOfRuntime = ['MIMALLOC_PURGE_HOLES_MIN_INTERVAL'];

const environments: [file: string, env: Record<string, string>][] = [
  ['container/Dockerfile', image.env],
  ['container/compose.yaml', { ...image.env, ...compose.environment }],
  ['the backup of container/compose.yaml', { ...image.env, ...composeBackup.environment }],
  ...manifests.flatMap((path): [string, Record<string, string>][] => {
    return [
      [path, { ...image.env, ...envOf(readWorkload(path).container) }],
      [`the backup of ${path}`, { ...image.env, ...envOf(readBackupJob(path)) }],
    ];
  }),
  ...units.map((unit): [string, Record<string, string>] => [`systemd/${unit}`, variablesOf(unit)]),
  ['patroni/petstore.env', readEnv('patroni/petstore.env')],
];

const scratch = makeScratchFolder();
afterAll(() => scratch.remove());

test.each(environments)('%s has only settings that exist, with valid values', (file, env) => {
  const secrets: Record<string, string> = {
    DATABASE_URL_FILE: 'postgres://petstore:secret@database/petstore',
    PETSTORE_API_KEY_FILE: 'a-key-of-32-characters-or-more-at-least',
    PETSTORE_S3_ACCESS_KEY_ID_FILE: 'id',
    PETSTORE_S3_SECRET_ACCESS_KEY_FILE: 'secret',
  };
  const given = Object.entries(env).map(([name, value]) => {
    // Its default in the file is what counts here.
    const text = value.replace(/^\$\{\w+:-(.*)\}$/, '$1');
    if (!name.endsWith('_FILE')) return [name, text];
    const path = join(scratch.path, `${file.replaceAll(/\W/g, '-')}.${name}`);
    writeFileSync(path, secrets[name] ?? '');
    return [name, path];
  });
  expect(unknownVariables(Object.fromEntries(given))).toEqual([]);
  const known = [...Object.values(settings).map(({ variable }) => variable as string), ...variablesOfRuntime];
  for (const [name = ''] of given) expect(known).toContain(name.replace(/_FILE$/, ''));
  const { port } = readConfig(Object.fromEntries(given));
  expect(image.ports).toEqual([String(port)]);
});

test('the build of the image gets all sources', () => {
  const allowed = [...readText('container/Dockerfile.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path]) => path);
  const [, listed = ''] = /^sources_of\(\) \{\n(.*?)^\}/ms.exec(readFileSync('scripts/install.sh', 'utf8')) ?? [];
  const lists = [...listed.matchAll(/\becho (.+?)(?: ;;)?$/gm)].map(([, paths = '']) => paths.split(' '));
  const sources = lists.flat().filter((path) => !path.startsWith('.git/'));
  expect(sources).toEqual(
    expect.arrayContaining(['src', 'contract', 'console', 'embed', 'client', 'cli', 'conformance']),
  );
  for (const path of sources) expect(allowed).toContain(path.split('/')[0]);
});

test('the files of secrets are where the settings expect them', () => {
  const secretFiles = Object.values(compose.environment).filter((value) => value.startsWith('/run/secrets/'));
  expect(secretFiles.map((path) => path.slice('/run/secrets/'.length)).sort()).toEqual(compose.secrets.toSorted());
  const declared = Object.entries((Bun.YAML.parse(readText('container/compose.yaml')) as Compose).secrets);
  expect(compose.secrets).toEqual(expect.arrayContaining(composeBackup.secrets));
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
  expect([image.workingFolder, image.volumes]).toEqual(['/', ['/data']]);
  expect(settings.databaseUrl.default).toBe('sqlite:data/petstore.db');
  expect(compose.volumes).toEqual([expect.stringMatching(/:\/data$/)]);
  expect(compose.environment['PETSTORE_MEDIA_URL']).toStartWith('file:/data/');
  const { claims, container } = readWorkload('kubernetes/sqlite.yaml');
  const claimed = container.volumeMounts.filter(({ name }) => claims.some(({ metadata }) => metadata.name === name));
  expect(claimed.map(({ mountPath }) => mountPath)).toEqual(['/data']);
  for (const unit of units) expect(variablesOf(unit)['DATABASE_URL']).toBe('sqlite:/var/lib/petstore/petstore.db');
});

test('the ports, paths and users of probes and pods are those of the image', () => {
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
});

test('every command and option that is run exists', () => {
  expect(image.command).toEqual(['/petstore', serveCommand().name()]);
  expect(image.healthCheck).toEqual(['/petstore', healthCommand().name()]);
  for (const path of manifests) expect(readWorkload(path).container.args).toEqual([serveCommand().name()]);
  expect(readUnit('petstore.service')['ExecStart']).toEqual([`/usr/local/bin/petstore ${serveCommand().name()}`]);
  const [start = ''] = readUnit('petstore-backup.service')['ExecStart'] ?? [];
  expect(start).toStartWith('/usr/local/bin/petstore ');
  const retention = ['--keep', '24', '--keep-daily', '14', '--keep-weekly', '8'];
  for (const [words, to, options] of [
    [start.split(' ').slice(1), '/var/lib/petstore-backup', ['--every', '1h', ...retention]],
    [composeBackup.command, '/backups', ['--every', '1h', ...retention]],
    ...manifests.map((path) => [readBackupJob(path).args, 's3://backups/petstore', retention] as const),
  ] as const) {
    expect(words).toEqual([backupCommand().name(), to, ...options]);
    expect(backupCommand().parseOptions(words.slice(1))).toEqual({ operands: [to], unknown: [] });
  }
});

test('the timer of a feed starts a command that exists, for each format', () => {
  const { ExecStart: [start = ''] = [], StateDirectory } = readUnit('petstore-feed@.service');
  expect(StateDirectory).toEqual(['petstore-feed']);
  for (const format of Object.keys(formats)) {
    const words = start.replaceAll('%i', format).split(' ');
    const options = ['--format', format, '--to', `/var/lib/petstore-feed/${format}`];
    expect(words).toEqual(['/usr/local/bin/petstore', feedCommand().name(), ...options]);
    expect(feedCommand().parseOptions(words.slice(2))).toEqual({ operands: [], unknown: [] });
  }
  // Without `Unit`, a timer starts the service with its own name.
  expect(readUnit('petstore-feed@.timer')).toMatchObject({ OnCalendar: ['hourly'], WantedBy: ['timers.target'] });
});

test('no program in deploy/ may do more than the service, and a feed has a user of its own', () => {
  const ofService = Object.keys(readUnit('petstore.service')).filter((key) =>
    /^(?:Protect|Restrict[A-Z]|Private|Lock|NoNew|Ambient)/.test(key),
  );
  expect(ofService.length).toBeGreaterThan(15);
  for (const unit of ['petstore-backup.service', 'petstore-feed@.service']) {
    const own = readUnit(unit);
    expect([unit, ofService.filter((key) => own[key] === undefined)]).toEqual([unit, []]);
  }
  expect(readUnit('petstore-feed@.service')['User']).toEqual(['petstore-feed']);
  const { services } = Bun.YAML.parse(readText('container/compose.yaml')) as { services: Record<string, object> };
  const limits = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] };
  for (const service of Object.values(services)) expect(service).toMatchObject(limits);
});

test('what makes a database is the first start alone', () => {
  const made = environments.map(([file, env]) => [file, env['PETSTORE_NEW_DATABASE']]);
  expect(made.filter(([, value]) => value === 'refuse').map(([file]) => file)).toEqual([
    'container/compose.yaml',
    ...manifests,
    'systemd/petstore.service',
  ]);
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

test('petstore-unit hands over the environment of the unit with blanks, quotes, dollars and backslashes', async () => {
  const scratch = makeScratchFolder();
  const program = (name: string, text: string) => writeFileSync(join(scratch.path, name), text, { mode: 0o755 });
  // As systemd 252 prints it, which needs a running manager; systemd-run knows no "\\$".
  const shown = String.raw`A=1 "NAME=Shelter of Bend" "Q=a \"quoted\" \\ back" "D=\$HOME" "U=/run/credentials/petstore.service/url"`;
  program('shown', shown);
  program('systemctl', `#!/bin/sh\ncase "$*" in *=Environment\\ *) cat ${join(scratch.path, 'shown')} ;; esac\n`);
  program('systemd-run', '#!/bin/sh\nprintf "%s\\n" "$@"\n');
  const env = { PATH: `${scratch.path}:${process.env['PATH']}` };
  const output = await Bun.$`sh deploy/systemd/petstore-unit keys list`.env(env).text();
  scratch.remove();
  expect(output.replaceAll(/command-\d+/g, 'command-N').split('\n')).toEqual(
    expect.arrayContaining([
      String.raw`--property=Environment=A=1 "NAME=Shelter of Bend" "Q=a \"quoted\" \134 back" "D=$HOME" "U=/run/credentials/petstore-command-N.service/url"`,
      '/usr/local/bin/petstore',
      'keys',
    ]),
  );
});

test('a stop may take as long as it can: the drain, and 35 seconds', () => {
  const grace = (env: Record<string, string>, seconds: number) =>
    expect(seconds).toBeGreaterThanOrEqual(Number(env['PETSTORE_DRAIN_SECONDS'] ?? 0) + 35);
  grace(compose.environment, Number.parseInt(compose.stop_grace_period, 10));
  grace(variablesOf('petstore.service'), Number(readUnit('petstore.service')['TimeoutStopSec']?.[0]));
  for (const path of manifests) {
    const { container, pod } = readWorkload(path);
    grace(envOf(container), pod.terminationGracePeriodSeconds);
  }
});

test('a cluster with Patroni acknowledges nothing without a standby, and lets in whom it names', () => {
  const patroni = Bun.YAML.parse(readText('patroni/patroni.yml')) as Patroni;
  const { name, restapi, etcd: store, bootstrap, postgresql } = patroni;
  const { dcs, initdb } = bootstrap;
  const strict = { synchronous_mode: true, synchronous_mode_strict: true, synchronous_node_count: 1 };
  expect(dcs).toMatchObject({ ...strict, postgresql: { use_pg_rewind: true } });
  expect(dcs.ttl).toBeGreaterThanOrEqual(dcs.loop_wait + 2 * dcs.retry_timeout);
  expect(initdb).toEqual(expect.arrayContaining([{ encoding: 'UTF8' }, 'data-checksums']));
  expect(dcs.postgresql.parameters.max_connections).toBeGreaterThan(2 * settings.databaseConnections.default);
  // The machines are the same everywhere, and the files are those of the first.
  const machines = restapi.allowlist;
  const on = (port: number) => machines.map((machine) => `${machine}:${port}`);
  expect(new Set(machines).size).toBe(3);
  expect(store.hosts).toEqual(on(2379));
  expect([restapi.listen, postgresql.listen]).toEqual([`${machines[0]}:8008`, `${machines[0]}:5432`]);
  const etcd = readEnv('patroni/etcd.env');
  const peers = on(2380).map((peer, index) => `db${index + 1}=http://${peer}`);
  expect(etcd['ETCD_INITIAL_CLUSTER']).toBe(peers.join(','));
  expect([etcd['ETCD_NAME'], etcd['ETCD_LISTEN_CLIENT_URLS']]).toEqual([name, `http://${machines[0]}:2379`]);
  const { servers = [] } = readPostgresUrl(readEnv('patroni/petstore.env')['DATABASE_URL'] ?? '') ?? {};
  expect(servers.map(serverName)).toEqual(on(5432));
  expect(restapi.authentication.password).not.toBe('');
  for (const rule of dcs.postgresql.pg_hba)
    expect(rule).toMatch(/^local all postgres peer$|^host \w+ \w+ [\d.]+\/32 scram-sha-256$/);
});
