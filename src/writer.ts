import { commands } from './commands.ts';
import { serveWrites } from './store/sqlite/writer-thread.ts';

serveWrites(commands);
