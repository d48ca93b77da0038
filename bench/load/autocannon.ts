import { join } from 'node:path';
import type { Generator } from './load.ts';

/** https://github.com/mcollina/autocannon, from npm: there on every machine. */
export const autocannon: Generator = {
  name: 'autocannon',
  command: async (load, scratchFolder) => {
    const file = join(scratchFolder, `${crypto.randomUUID()}.load.json`);
    await Bun.write(file, JSON.stringify(load));
    return [process.execPath, join(import.meta.dir, 'autocannon-process.ts'), file];
  },
  parse: (output) => JSON.parse(output),
};
