import { run } from '../../tests/support/program.ts';
import type { Violation } from '../history/rules.ts';

/** Runs `petstore check`, which reads the file, the indexes, the inventory, the orders and the events. */
export async function checkDatabase(databaseUrl: string): Promise<Violation[]> {
  const { exitCode, stdout, stderr } = await run(['check'], { DATABASE_URL: databaseUrl });
  return exitCode === 0 ? [] : [{ rule: 'damage', detail: `petstore check: ${stdout}${stderr}` }];
}
