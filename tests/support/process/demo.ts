import { until } from '../until.ts';
import { cleanEnv, petstore, readOutput } from './program.ts';

export interface Demo {
  program: Bun.Subprocess<'ignore', 'pipe', 'inherit'>;
  url: string;
  apiKey: string;
  /** What it has printed until it was ready. */
  output: string;
}

/** Starts `petstore demo`, and waits until it can be used. The caller ends it. */
export async function startDemo(env: Record<string, string>, ...options: string[]): Promise<Demo> {
  const program = Bun.spawn(petstore('demo', ...options), {
    env: cleanEnv(env),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  let output = '';
  void readOutput(program.stdout, (text) => (output += text));
  await until('the demo to start', () => program.exitCode !== null || output.includes('Stop with Ctrl-C.'));
  const [, url = '', apiKey = ''] = /Console +(http:\/\/127\.0\.0\.1:\d+)\/#key=(\S+)/.exec(output) ?? [];
  return { program, url, apiKey, output };
}
