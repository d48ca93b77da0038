import type { Command } from 'commander';

/** All commands but those of the operations, in the order of the help. A module is loaded when its command may be meant. */
const ownCommands = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  demo: async () => (await import('./demo.ts')).demoCommand(),
  keys: async () => (await import('./operator/keys.ts')).keysCommand(),
  people: async () => (await import('./operator/people.ts')).peopleCommand(),
  'people-data': async () => (await import('./operator/people-data.ts')).peopleDataCommand(),
  import: async () => (await import('./client/import.ts')).importCommand(),
  export: async () => (await import('./client/export.ts')).exportCommand(),
  report: async () => (await import('./client/report.ts')).reportCommand(),
  feed: async () => (await import('./client/feed.ts')).feedCommand(),
  'time-zone': async () => (await import('./operator/time-zone.ts')).timeZoneCommand(),
  backup: async () => (await import('./operator/backup.ts')).backupCommand(),
  restore: async () => (await import('./operator/restore.ts')).restoreCommand(),
  check: async () => (await import('./operator/check.ts')).checkCommand(),
  compact: async () => (await import('./operator/compact.ts')).compactCommand(),
  doctor: async () => (await import('./operator/doctor.ts')).doctorCommand(),
  health: async () => (await import('./health.ts')).healthCommand(),
  verify: async () => (await import('./verify.ts')).verifyCommand(),
  webhooks: async () => (await import('./operator/webhooks.ts')).webhooksCommand(),
  listen: async () => (await import('./client/listen.ts')).listenCommand(),
  migrate: async () => (await import('./operator/migrate.ts')).migrateCommand(),
  copy: async () => (await import('./operator/copy.ts')).copyCommand(),
  completion: async () => (await import('./completion.ts')).completionCommand(),
} as const satisfies Record<string, () => Promise<Command>>;

export const ownNames: ReadonlySet<string> = new Set(Object.keys(ownCommands));

/**
 * The commands that a command line may mean: the command or the group that its first word names, or all of them, for the
 * help and for the suggestions after an unknown word.
 */
export async function commandsFor(words: readonly string[]): Promise<Command[]> {
  const [word] = words;
  if (word === '--version' || word === '-V') return [];
  for (const [name, load] of Object.entries(ownCommands)) if (name === word) return [await load()];
  const { operationGroups } = await import('./client/api/operation-groups.ts');
  const groups = operationGroups(words);
  if (groups.length === 1) return groups;
  return [...(await Promise.all(Object.values(ownCommands).map((load) => load()))), ...groups];
}
