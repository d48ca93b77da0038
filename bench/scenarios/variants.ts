import type { Variant } from './scenario.ts';

const oneWorker: Variant = { name: '1 worker', environment: { PETSTORE_WORKERS: '1' }, workers: 1 };
export const twoWorkers: Variant = { name: '2 workers', environment: { PETSTORE_WORKERS: '2' }, workers: 2 };

export const oneOrTwoWorkers: readonly Variant[] = [oneWorker, twoWorkers];
