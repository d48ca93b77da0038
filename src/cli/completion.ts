import { Argument, Command } from 'commander';
import { exitOnError } from './exit.ts';

const help = `
Prints a script that completes commands, options and their values. Examples:
  petstore completion bash > ~/.local/share/bash-completion/completions/petstore
  petstore completion zsh > "\${fpath[1]}/_petstore"
  petstore completion fish > ~/.config/fish/completions/petstore.fish`;

const shells = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** The command `petstore completion`. */
export function completionCommand(allCommands: () => Promise<readonly Command[]>): Command {
  const shell = new Argument('<shell>').choices(Object.keys(shells));
  return new Command('completion')
    .description('print a script that completes command lines, for bash, zsh or fish')
    .addArgument(shell)
    .addHelpText('after', help)
    .action((name: keyof typeof shells) =>
      exitOnError(async () => {
        process.stdout.write(shells[name](wordTable(await allCommands())));
      }),
    );
}

/** What can follow, and after which beginnings of a command line: `petstore keys`, or `petstore pets list --status`. */
type WordTable = readonly (readonly [words: string, beginnings: readonly string[]])[];

function wordTable(commands: readonly Command[]): WordTable {
  const names = commands.map((command) => command.name());
  const entries = [
    ['petstore', [...names, 'help', '--help', '--version']] as const,
    ...beginningsOf('petstore', commands),
  ];
  const byWords = Map.groupBy(entries, ([, words]) => words.join(' '));
  return [...byWords].map(([words, same]) => [words, same.map(([beginning]) => beginning)]);
}

function beginningsOf(parent: string, commands: readonly Command[]): (readonly [string, readonly string[]])[] {
  return commands.flatMap((command) => {
    const beginning = `${parent} ${command.name()}`;
    const options = command.options.filter(({ hidden, long }) => !hidden && long);
    const values = [...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])];
    const next = [
      ...command.commands.map((one) => one.name()),
      ...values,
      ...options.map(({ long }) => String(long)),
      '--help',
    ];
    const choices = options.flatMap(({ long, argChoices }) =>
      argChoices ? [[`${beginning} ${long}`, argChoices] as const] : [],
    );
    return [[beginning, next] as const, ...choices, ...beginningsOf(beginning, command.commands)];
  });
}

/** A function that prints the words which can follow a beginning, and fails where there is none. For bash and zsh. */
function wordsFunction(table: WordTable): string {
  const cases = table.map(
    ([words, beginnings]) => `  ${beginnings.map((beginning) => `'${beginning}'`).join('|')}) echo '${words}' ;;\n`,
  );
  return `_petstore_words() {\n  case "$1" in\n${cases.join('')}  *) return 1 ;;\n  esac\n}\n`;
}

/** Words that lead to no command, such as the values of options, are passed over. */
function bashScript(table: WordTable): string {
  return `${wordsFunction(table)}
_petstore() {
  local at=petstore word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) ;; *) ! _petstore_words "$at $word" >/dev/null || at="$at $word" ;; esac
  done
  COMPREPLY=($(compgen -W "$(_petstore_words "$at \${COMP_WORDS[COMP_CWORD-1]}" || _petstore_words "$at")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _petstore petstore
`;
}

function zshScript(table: WordTable): string {
  return `#compdef petstore
${wordsFunction(table)}
_petstore() {
  local at=petstore word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case $word in -*) ;; *) ! _petstore_words "$at $word" >/dev/null || at="$at $word" ;; esac
  done
  compadd -- $(_petstore_words "$at $words[CURRENT-1]" || _petstore_words "$at") || _files
}
if [ "$funcstack[1]" = _petstore ]; then _petstore "$@"; else compdef _petstore petstore; fi
`;
}

function fishScript(table: WordTable): string {
  const cases = table.map(
    ([words, beginnings]) =>
      `    case ${beginnings.map((beginning) => `'${beginning}'`).join(' ')}\n      printf '%s\\n' ${words}\n`,
  );
  return `function __petstore_words
  switch "$argv"
${cases.join('')}    case '*'
      return 1
  end
end

function __petstore_complete
  set -l given (commandline -opc)
  set -l at petstore
  for word in $given
    if not string match -q -- '-*' $word; and __petstore_words $at $word >/dev/null
      set at $at $word
    end
  end
  __petstore_words $at $given[-1]; or __petstore_words $at
end
complete -c petstore -a '(__petstore_complete)'
`;
}
