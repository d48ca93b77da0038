import { Command, CommanderError } from 'commander';
import { requireKnownVariables } from '../src/config/config.ts';
import { programCommit, programVersion } from '../src/lib/system/program-files.ts';
import { commandsFor } from './commands.ts';
import { completionVariable, wordsAfter } from './completion.ts';
import { exitCodes, reportFailure, reportLostOutput } from './exit.ts';
import { terminalWidth } from './output.ts';
import { asStarted, programName } from './program-name.ts';

export async function runProgram(words: readonly string[]): Promise<void> {
  reportLostOutput();
  if (process.env[completionVariable]) await complete(words);
  else await parse(await createProgram(words), words);
}

/** Prints what can follow in a command line whose last word is begun: for the shell, which completes file names if nothing can. */
async function complete(words: readonly string[]): Promise<void> {
  const [given, begun = ''] = [words.slice(0, -1), words.at(-1)];
  const next = wordsAfter(await createProgram(given), given);
  // Options are shown to those who have begun one.
  const shown = next.filter((word) => word.startsWith(begun) && word.startsWith('-') === begun.startsWith('-'));
  process.stdout.write(shown.map((word) => `${word}\n`).join(''));
  // bash and zsh see that nothing was printed, fish sees this.
  if (shown.length === 0) process.exitCode = exitCodes.failed;
}

/** `petstore` with the commands that a command line may mean. */
export async function createProgram(words: readonly string[]): Promise<Command> {
  const program = new Command('petstore')
    .description('A self-hosted HTTP/JSON catalogue of animals for adoption.')
    .version(programCommit === undefined ? programVersion : `${programVersion} (${programCommit})`)
    .showHelpAfterError(`Run "${programName} --help" or "${programName} COMMAND --help" for usage.`);
  for (const command of await commandsFor(words[0] === 'help' ? words.slice(1) : words)) program.addCommand(command);
  // `serve` and `doctor` report these together with all other errors of its configuration.
  program.hook('preAction', (_, command) =>
    command.name() === 'serve' || command.name() === 'doctor' ? undefined : requireKnownVariables(process.env),
  );
  return program;
}

/** Parses and runs a command line. The exit code is 0 for help, and that of other wrong input for a wrong command line. */
export async function parse(command: Command, words: readonly string[]): Promise<void> {
  prepare(command);
  try {
    await command.parseAsync(wordsWithHelp(command, words), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) process.exit(reportFailure(error));
    process.exitCode = error.exitCode === 0 ? 0 : exitCodes.unusable;
  }
}

/** `help pets list` as `pets list --help`: the parser itself looks for the first word only. */
function wordsWithHelp(program: Command, [first, ...words]: readonly string[]): string[] {
  if (first === undefined) return [];
  if (first !== 'help' || words.length === 0) return [first, ...words];
  let command = program;
  for (const word of words) {
    const next = command.commands.find((one) => one.name() === word);
    // With `--help`, the parser would show the help of the command before an unknown word.
    if (next === undefined && command.commands.length > 0) return words;
    command = next ?? command;
  }
  return [...words, '--help'];
}

function prepare(command: Command, path = command.name()): void {
  const width = Math.min(terminalWidth() ?? 80, maxHelpWidth);
  command.exitOverride().configureOutput({
    getOutHelpWidth: () => width,
    getErrHelpWidth: () => width,
    writeOut: (text) => void process.stdout.write(fillParagraphs(text, width)),
    outputError: (text, write) => write(text.replace(/^error: /, 'petstore: ')),
  });
  for (const subcommand of command.commands) prepare(subcommand, `${path} ${subcommand.name()}`);
  if (command.parent && command.commands.length > 0) {
    command.showHelpAfterError(asStarted(`Run "${path} --help" for its commands.`));
  }
}

/** Longer lines are hard to read. */
const maxHelpWidth = 120;

/** Breaks the lines of paragraphs anew. Lines that are indented, such as examples, stay as they are. */
function fillParagraphs(text: string, width: number): string {
  return text.replaceAll(/^\S.*(?:\n\S.*)*/gm, (paragraph) => Bun.wrapAnsi(paragraph.replaceAll(/\s+/g, ' '), width));
}
