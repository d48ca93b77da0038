import { expect, test } from 'bun:test';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkCommand } from '../../cli/operator/check.ts';
import { doctorCommand } from '../../cli/operator/doctor.ts';
import { postgres } from '../support/engines.ts';
import { openStore } from '../support/open-store.ts';
import { runHere } from '../support/process/command.ts';
import { freePort } from '../support/process/ports.ts';
import { run } from '../support/process/program.ts';
import { makeScratchFolder } from '../support/scratch.ts';
import { until } from '../support/until.ts';

const program = Bun.which('pgbouncer', { PATH: `${process.env['PATH']}:/usr/sbin:/usr/local/sbin` });
if (program === null) process.stderr.write('PgBouncer is not installed, so connection poolers are not tested\n');

/** Starts PgBouncer in front of a database, with the settings of docs/postgresql.md. */
async function startPooler(url: string, mode: string) {
  const scratch = makeScratchFolder();
  // It refuses to run as root.
  chmodSync(scratch.path, 0o711);
  const { hostname, port, username, password, pathname } = new URL(url);
  const file = join(scratch.path, 'pgbouncer.ini');
  const own = freePort();
  const settings = `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,plan_cache_mode
`;
  writeFileSync(file, settings);
  const user = process.getuid?.() === 0 ? ['--user', 'nobody'] : [];
  const pooler = Bun.spawn([program ?? '', '--quiet', ...user, file], { stderr: 'pipe' });
  const connect = () => Bun.connect({ hostname: '127.0.0.1', port: own, socket: { data() {} } }).catch(() => undefined);
  (await until('the pooler', connect)).end();
  const stop = async () => {
    pooler.kill('SIGKILL');
    await pooler.exited;
  };
  return { url: `postgres://${username}@127.0.0.1:${own}${pathname}`, stop };
}

test.if(program !== null)(
  'behind PgBouncer, doctor, check and a start say what transaction mode breaks, and session mode works',
  async () => {
    const database = await postgres.makeDatabase({ isMigrated: true });
    await (await openStore(database.url)).close();
    const shared = await startPooler(database.url, 'transaction');
    const fault = /a connection pooler shares a session between connections; set it to session mode/;
    const refused = [
      await runHere(doctorCommand(), [], { DATABASE_URL: shared.url }),
      await runHere(checkCommand(), [], { DATABASE_URL: shared.url }),
      await run(['serve'], { DATABASE_URL: shared.url, PORT: '0' }),
    ];
    for (const { exitCode, stdout, stderr } of refused)
      expect([exitCode, stdout + stderr]).toEqual([1, expect.stringMatching(fault)]);
    await shared.stop();
    const own = await startPooler(database.url, 'session');
    expect((await runHere(doctorCommand(), [], { DATABASE_URL: own.url })).stdout).toMatch(/^ok +pool /m);
    expect(await runHere(checkCommand(), [], { DATABASE_URL: own.url })).toMatchObject({ exitCode: 0, stderr: '' });
    await own.stop();
    await database.remove();
  },
);
