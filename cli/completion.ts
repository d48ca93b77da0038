import { Argument, Command, type Option } from 'commander';
import { unusable } from './exit.ts';

const help = `
Prints a script that completes commands, options and their values. Examples:
  petstore completion bash > ~/.local/share/bash-completion/completions/petstore
  petstore completion zsh > "\${fpath[1]}/_petstore"
  petstore completion fish > ~/.config/fish/completions/petstore.fish`;

/** With it, the scripts run the program with the words of a command line, of which the last one is begun. */
export const completionVariable = 'PETSTORE_COMPLETES';

const scripts = new Map([
  [
    'bash',
    `_petstore() {
  COMPREPLY=($(${completionVariable}=1 "$1" "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _petstore petstore
`,
  ],
  [
    'zsh',
    `#compdef petstore
_petstore() {
  local -a next
  next=(\${(f)"$(${completionVariable}=1 $words[1] "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  compadd -- $next || _files
}
if [ "$funcstack[1]" = _petstore ]; then _petstore "$@"; else compdef _petstore petstore; fi
`,
  ],
  [
    'fish',
    `function __petstore_complete
  set -l given (commandline -opc)
  set -l begun (commandline -ct)
  env ${completionVariable}=1 $given "$begun" 2>/dev/null
end
complete -c petstore -f -a '(__petstore_complete)'
complete -c petstore -n 'not __petstore_complete >/dev/null' -F
`,
  ],
]);

export function completionCommand(): Command {
  const shell = new Argument('<shell>');
  shell.argChoices = [...scripts.keys()];
  return new Command('completion')
    .description('print a script that completes command lines, for bash, zsh or fish')
    .addArgument(shell)
    .addHelpText('after', help)
    .action((name: string) => {
      const script = scripts.get(name);
      if (script === undefined)
        throw unusable(`there is no completion for "${name}"; it is one of ${[...scripts.keys()].join(', ')}`);
      process.stdout.write(script);
    });
}

/** What can follow the words of a command line. Nothing where that is not known: there the shell completes file names. */
export function wordsAfter(program: Command, words: readonly string[]): readonly string[] {
  let command = program;
  let option: Option | undefined;
  for (const word of words[0] === 'help' ? words.slice(1) : words) {
    const next = command.commands.find((one) => one.name() === word);
    if (option !== undefined) option = undefined;
    else if (next !== undefined) command = next;
    else if (word.startsWith('-')) option = command.options.find((one) => one.long === word && takesValue(one));
    else if (word !== '' && command.commands.length > 0) return [];
  }
  if (option !== undefined) return valuesOf(option);
  return [
    ...command.commands.map((one) => one.name()),
    ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    ...command.options.flatMap(({ hidden, long }) => (hidden ? [] : (long ?? []))),
    ...(command === program ? ['help', '--help'] : ['--help']),
  ];
}

const takesValue = ({ required, optional }: Option) => required || optional;

/** Those that are listed, or that the name of the value consists of: `<on|off>`. */
function valuesOf({ argChoices, flags }: Option): readonly string[] {
  const [, alternatives] = /<(.+\|.+)>/.exec(flags) ?? [];
  return argChoices ?? alternatives?.split('|') ?? [];
}
