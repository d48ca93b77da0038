import type { Command } from 'commander';
import { backupCommand, restoreCommand } from './backup.ts';
import { checkCommand } from './check.ts';
import { compactCommand } from './compact.ts';
import { copyCommand } from './copy.ts';
import { demoCommand } from './demo.ts';
import { doctorCommand } from './doctor.ts';
import { exportCommand } from './export.ts';
import { healthCommand } from './health.ts';
import { importCommand } from './import.ts';
import { keysCommand } from './keys.ts';
import { listenCommand } from './listen.ts';
import { migrateCommand } from './migrate.ts';
import { serveCommand } from './serve.ts';
import { verifyCommand } from './verify.ts';
import { webhooksCommand } from './webhooks.ts';

/** All commands but those of the operations, in the order of the help. */
export function ownCommands(): Command[] {
  return [
    serveCommand(),
    demoCommand(),
    keysCommand(),
    importCommand(),
    exportCommand(),
    backupCommand(),
    restoreCommand(),
    checkCommand(),
    compactCommand(),
    doctorCommand(),
    healthCommand(),
    verifyCommand(),
    webhooksCommand(),
    listenCommand(),
    migrateCommand(),
    copyCommand(),
  ];
}
