import type { Command } from 'commander';

/** All commands but those of the operations, in the order of the help. A module is loaded when its command may be meant. */
const ownCommands = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  demo: async () => (await import('./demo.ts')).demoCommand(),
  keys: async () => (await import('./keys.ts')).keysCommand(),
  import: async () => (await import('./import.ts')).importCommand(),
  export: async () => (await import('./export.ts')).exportCommand(),
  backup: async () => (await import('./backup.ts')).backupCommand(),
  restore: async () => (await import('./restore.ts')).restoreCommand(),
  check: async () => (await import('./check.ts')).checkCommand(),
  compact: async () => (await import('./compact.ts')).compactCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
  health: async () => (await import('./health.ts')).healthCommand(),
  verify: async () => (await import('./verify.ts')).verifyCommand(),
  webhooks: async () => (await import('./webhooks.ts')).webhooksCommand(),
  listen: async () => (await import('./listen.ts')).listenCommand(),
  migrate: async () => (await import('./migrate.ts')).migrateCommand(),
  copy: async () => (await import('./copy.ts')).copyCommand(),
  completion: async () => (await import('./completion.ts')).completionCommand(() => commandsFor([])),
} as const satisfies Record<string, () => Promise<Command>>;

/** The names of these commands. */
export const ownNames: ReadonlySet<string> = new Set(Object.keys(ownCommands));

/**
 * The commands that a command line may mean: the command or the group that its first word names, or all of them, for the
 * help and for the suggestions after an unknown word.
 */
export async function commandsFor(words: readonly string[]): Promise<Command[]> {
  const [word] = words;
  if (word === '--version' || word === '-V') return [];
  for (const [name, load] of Object.entries(ownCommands)) if (name === word) return [await load()];
  const { operationGroups } = await import('./api/operation-groups.ts');
  const groups = operationGroups(words);
  if (groups.length === 1) return groups;
  return [...(await Promise.all(Object.values(ownCommands).map((load) => load()))), ...groups];
}
