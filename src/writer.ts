import { commands } from './service/write-commands.ts';
import { serveWrites } from './store/sqlite/writer-thread.ts';

serveWrites(commands);
