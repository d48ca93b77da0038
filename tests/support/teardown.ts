import { afterAll, setDefaultTimeout } from 'bun:test';
import { endAll } from './at-end.ts';

/** Generous, because it only ends what hangs: starting programs and databases takes long on a busy machine. */
const timeoutMs = 300_000;

setDefaultTimeout(timeoutMs);
afterAll(endAll);
