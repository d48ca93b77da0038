import { commands } from './catalogue/resources.ts';
import { serveWrites } from './store/sqlite/writer-thread.ts';

serveWrites(commands);
