import { commands } from './catalogue/commands.ts';
import { serveWrites } from './store/sqlite/writer-thread.ts';

serveWrites(commands);
