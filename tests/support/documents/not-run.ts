const docker = 'needs Docker';
const systemd = 'needs a machine with systemd';
const cluster = 'needs a cluster';
const ecosystem = 'npm run test:ecosystem runs it';
const otherHosts = 'names hosts that a test does not have';
const threeMachines = 'needs three machines; npm run soak -- --trial patroni does the same';
const otherDatabases = 'tests/faults/backup.test.ts does so on PostgreSQL';
const benchmark = 'measures for minutes, with a load generator and other frameworks';
const withoutProgram = (program: string, ...rows: Row[]) => (Bun.which(program) === null ? rows : []);

type Row = readonly [document: string, reason: string, ...beginnings: string[]];

/** The commands that `npm run test:long` does not run, by their beginnings. Each is in its document. */
export const notRun: readonly Row[] = [
  ['README.md', 'tests/process/server/demo.test.ts runs it, for seconds', './petstore demo'],
  ['client/README.md', 'tests/long/sdk-package.test.ts installs it', 'npm install'],
  ['deploy/npm/README.md', 'tests/ecosystem/package-managers.test.ts installs it', 'npm install'],
  [
    'SECURITY.md',
    'ends the key of the other commands; tests/process/commands/keys-command.test.ts runs both',
    'petstore keys list --json',
    'petstore keys create',
  ],
  ['bench/README.md', benchmark, 'npm run bench'],
  ['docs/backup.md', 'does not end; tests/faults/backup.test.ts runs it', 'petstore backup /backups --every'],
  ['docs/backup.md', otherHosts, 'petstore backup s3:', 'petstore backup --list s3:', 'petstore restore s3:'],
  ['docs/backup.md', otherHosts, 'rclone', 'rsync'],
  [
    'docs/backup.md',
    otherDatabases,
    'petstore backup /backups/petstore.db --database-url',
    'petstore restore /backups/petstore.db --database-url',
    'petstore webhooks pause --database-url',
    'export PETSTORE_MEDIA_URL',
    'psql',
  ],
  ['docs/changing.md', 'takes minutes; tests/long/release.test.ts compares releases', 'npm run release'],
  ['docs/clients.md', ecosystem, 'npx', 'cd petstore && npx'],
  [
    'docs/clients.md',
    'tests/contract/interface/commands.test.ts runs an example of each operation',
    'export PETSTORE_SERVER',
    'petstore',
  ],
  ['docs/conformance.md', 'tests/process/commands/verify-command.test.ts runs it', 'petstore verify'],
  ['docs/deploying.md', 'tests/process and tests/long run each of them', 'npm run build'],
  ['docs/deploying.md', docker, 'docker', 'cd deploy/container', 'openssl', 'printf', 'chmod'],
  ['docs/deploying.md', systemd, 'install', 'systemctl', 'journalctl'],
  ['docs/deploying.md', cluster, 'kubectl', 'sed'],
  ...withoutProgram('sqlite3', ['docs/export.md', 'sqlite3 is not installed', 'sqlite3', 'ls photos']),
  ['docs/feeds.md', systemd, 'install', 'systemctl', 'journalctl'],
  ['docs/import.md', 'needs PocketBase; the next commands run with such a page', "curl -s 'http://127.0.0.1:8090"],
  ...withoutProgram('jq', [
    'docs/import.md',
    'jq is not installed',
    'jq',
    'petstore import pets.csv',
    'petstore import records.csv',
  ]),
  ['docs/postgresql.md', 'tests/process/server/workers.test.ts starts them', 'PETSTORE_WORKERS'],
  ['docs/postgresql.md', otherHosts, 'DATABASE_URL', 'PETSTORE_READ_DATABASE_URL'],
  ['docs/postgresql.md', 'the database of the test is there, with another password', 'createdb', 'export PGPASSWORD'],
  ['docs/postgresql.md', 'tests/process/commands/copy.test.ts does', 'petstore copy --from postgres'],
  ['docs/postgresql.md', threeMachines, 'apt-get', 'systemctl', 'pg_dropcluster', 'install', 'sudo'],
  ['docs/backup.md', docker, 'docker'],
  ['docs/proxies.md', 'needs root and a public name', 'apt-get', 'certbot', 'install', 'nginx'],
];
