import { afterAll, setDefaultTimeout } from 'bun:test';
import { endAll } from './at-end.ts';

/** Only ends what hangs: tests start programs and databases, which takes its time on a busy machine. */
const timeoutMs = 120_000;

setDefaultTimeout(timeoutMs);
afterAll(endAll);
