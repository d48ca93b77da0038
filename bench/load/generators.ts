import { join } from 'node:path';
import { type Generator, type Load, type LoadResult, requestTimeoutSeconds } from './load.ts';
import { wrkScript } from './wrk-script.ts';

/** https://github.com/wg/wrk, one thread. */
export const wrk: Generator = {
  name: 'wrk',
  command: async (load, scratchFolder) => {
    const script = join(scratchFolder, `${crypto.randomUUID()}.lua`);
    await Bun.write(script, wrkScript(load));
    return ['wrk', ...flags(load), '--script', script, `http://${load.host}:${load.port}`];
  },
  parse: parseOutput,
};

function flags(load: Load): string[] {
  const timeout = `${requestTimeoutSeconds}s`;
  return [
    '--threads',
    '1',
    '--connections',
    `${load.connections}`,
    '--duration',
    `${load.seconds}s`,
    '--timeout',
    timeout,
  ];
}

function parseOutput(output: string): LoadResult {
  const line = output.split('\n').find((candidate) => candidate.startsWith('{'));
  if (line === undefined) throw new Error(`wrk printed no result:\n${output}`);
  return JSON.parse(line);
}

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
