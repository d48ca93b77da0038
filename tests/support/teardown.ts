import { afterAll, setDefaultTimeout } from 'bun:test';
import { removeAllServers } from './postgres-server.ts';

/** Tests start programs and databases; on a busy machine that takes its time. */
const timeoutMs = 30_000;

setDefaultTimeout(timeoutMs);
afterAll(removeAllServers);
