import { Argument, Command, type Option } from 'commander';
import { exitOnError, unusable } from './exit.ts';

const help = `
Prints a script that completes commands, options and their values. Examples:
  petstore completion bash > ~/.local/share/bash-completion/completions/petstore
  petstore completion zsh > "\${fpath[1]}/_petstore"
  petstore completion fish > ~/.config/fish/completions/petstore.fish`;

const shells = new Map([
  ['bash', bashScript],
  ['zsh', zshScript],
  ['fish', fishScript],
]);

export function completionCommand(allCommands: () => Promise<readonly Command[]>): Command {
  const shell = new Argument('<shell>');
  shell.argChoices = [...shells.keys()];
  return new Command('completion')
    .description('print a script that completes command lines, for bash, zsh or fish')
    .addArgument(shell)
    .addHelpText('after', help)
    .action((name: string) =>
      exitOnError(async () => {
        const print = shells.get(name);
        if (print === undefined)
          throw unusable(`there is no completion for "${name}"; it is one of ${[...shells.keys()].join(', ')}`);
        process.stdout.write(print(wordTable(await allCommands())));
      }),
    );
}

/**
 * What can follow, and after which beginnings of a command line: `petstore keys`, or `petstore pets list --status`. Nothing
 * follows an option whose values are not known: the shell completes file names there.
 */
type WordTable = readonly (readonly [words: string, beginnings: readonly string[]])[];

function wordTable(commands: readonly Command[]): WordTable {
  const names = commands.map((command) => command.name());
  const entries = [
    ['petstore', [...names, 'help', '--help', '--version']] as const,
    ['petstore help', names] as const,
    ...beginningsOf('petstore', commands),
  ];
  const byWords = Map.groupBy(entries, ([, words]) => words.join(' '));
  return [...byWords].map(([words, same]) => [words, same.map(([beginning]) => beginning)]);
}

function beginningsOf(parent: string, commands: readonly Command[]): (readonly [string, readonly string[]])[] {
  return commands.flatMap((command) => {
    const beginning = `${parent} ${command.name()}`;
    const options = command.options.filter(({ hidden, long }) => !hidden && long);
    const next = [
      ...command.commands.map((one) => one.name()),
      ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
      ...options.map(({ long }) => String(long)),
      '--help',
    ];
    const values = options
      .filter(({ required, optional }) => required || optional)
      .map((option) => [`${beginning} ${option.long}`, valuesOf(option)] as const);
    return [[beginning, next] as const, ...values, ...beginningsOf(beginning, command.commands)];
  });
}

/** Those that are listed, or that the name of the value consists of: `<on|off>`. */
function valuesOf({ argChoices, flags }: Option): readonly string[] {
  const [, alternatives] = /<(.+\|.+)>/.exec(flags) ?? [];
  return argChoices ?? alternatives?.split('|') ?? [];
}

/**
 * Functions for bash and zsh: one prints the words that can follow a beginning, and fails where there is none, the other
 * those that can follow the given words.
 */
function wordsFunctions(table: WordTable): string {
  const cases = table.map(
    ([words, beginnings]) => `  ${beginnings.map((beginning) => `'${beginning}'`).join('|')}) echo '${words}' ;;\n`,
  );
  return `_petstore_words() {
  case "$1" in
${cases.join('')}  *) return 1 ;;
  esac
}
_petstore_next() {
  local at=petstore option= word
  for word; do
    if [ -n "$option" ]; then
      option=
    elif _petstore_words "$at $word" >/dev/null; then
      case $word in -*) option=$word ;; *) at="$at $word" ;; esac
    else
      # An unknown option without a value, an argument, or an unknown command.
      case $word in -*|'') ;; *) case " $(_petstore_words "$at")" in *' '[!-]*) return ;; esac ;; esac
    fi
  done
  _petstore_words "$at\${option:+ $option}"
}
`;
}

function bashScript(table: WordTable): string {
  return `${wordsFunctions(table)}
_petstore() {
  local begun="\${COMP_WORDS[COMP_CWORD]}" hidden=
  case $begun in -*) ;; *) hidden='-*' ;; esac
  COMPREPLY=($(compgen -X "$hidden" -W "$(_petstore_next "\${COMP_WORDS[@]:1:COMP_CWORD-1}")" -- "$begun"))
}
complete -o default -F _petstore petstore
`;
}

function zshScript(table: WordTable): string {
  return `#compdef petstore
${wordsFunctions(table)}
_petstore() {
  local -a next
  next=($(_petstore_next "\${(@)words[2,CURRENT-1]}"))
  case $words[CURRENT] in -*) ;; *) next=(\${next:#-*}) ;; esac
  compadd -- $next || _files
}
if [ "$funcstack[1]" = _petstore ]; then _petstore "$@"; else compdef _petstore petstore; fi
`;
}

function fishScript(table: WordTable): string {
  const cases = table.map(([words, beginnings]) => {
    const print = words === '' ? 'true' : `printf '%s\\n' ${words}`;
    return `    case ${beginnings.map((beginning) => `'${beginning}'`).join(' ')}\n      ${print}\n`;
  });
  return `function __petstore_words
  switch "$argv"
${cases.join('')}    case '*'
      return 1
  end
end

function __petstore_complete
  set -l given (commandline -opc)
  set -e given[1]
  set -l at petstore
  set -l option
  for word in $given
    if set -q option[1]
      set option
    else if __petstore_words $at $word >/dev/null
      if string match -q -- '-*' $word
        set option $word
      else
        set at $at $word
      end
    else if not string match -q -- '-*' $word; and __petstore_words $at | string match -qv -- '-*'
      return 1
    end
  end
  set -l next (__petstore_words $at $option)
  if string match -q -- '-*' (commandline -ct)
    string match -- '-*' $next
  else
    string match -v -- '-*' $next
  end
end
complete -c petstore -f -a '(__petstore_complete)'
complete -c petstore -n 'not __petstore_complete >/dev/null' -F
`;
}
