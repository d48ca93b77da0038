import { join } from 'node:path';
import type { Generator } from './load.ts';

/** https://github.com/mcollina/autocannon, from npm: there on every machine. */
export const autocannon: Generator = {
  name: 'autocannon',
  command: async (load) => [process.execPath, join(import.meta.dir, 'autocannon-process.ts'), JSON.stringify(load)],
  parse: (output) => JSON.parse(output),
};
