import { until } from '../until.ts';
import { cleanEnv, petstore } from './program.ts';

interface TerminalOptions {
  env: Record<string, string>;
  /** What is typed, each when the text before it is on the screen. */
  answers?: readonly (readonly [question: string, answer: string])[];
  cwd?: string;
}

/** Runs `petstore` at a terminal that does not know its size, as `script` and many runners of CI jobs make them. */
export async function runAtTerminal(args: string[], { env, answers = [], cwd }: TerminalOptions) {
  let screen = '';
  const decoder = new TextDecoder();
  const closed = Promise.withResolvers<void>();
  const program = Bun.spawn(['sh', '-c', 'stty cols 0 rows 0; exec "$@"', 'sh', ...petstore(...args)], {
    env: cleanEnv(env),
    ...(cwd !== undefined && { cwd }),
    terminal: {
      data(_, piece) {
        screen += decoder.decode(piece, { stream: true });
      },
      // What a program has printed last can arrive after its end.
      exit: () => closed.resolve(),
    },
  });
  let seen = 0;
  for (const [question, answer] of answers) {
    const isThere = (shown: string) => shown.includes(question) || program.exitCode !== null;
    await until(`the question "${question}"`, () => screen.slice(seen), isThere);
    seen = screen.indexOf(question, seen) + question.length;
    program.terminal?.write(answer);
  }
  const exitCode = await program.exited;
  await closed.promise;
  return { exitCode, screen: screen.replaceAll('\r\n', '\n') };
}
