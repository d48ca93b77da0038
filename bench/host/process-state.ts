import { open, readdir, readFile, stat } from 'node:fs/promises';
import { family } from './process-usage.ts';

export interface ProcessState {
  readonly memoryBytes: number;
  readonly descriptors: number;
  readonly threads: number;
}

/** What a process and its children hold now. Linux only. */
export async function readState(processId: number): Promise<ProcessState> {
  const states = await Promise.all((await family(processId)).map(readOne));
  const sum = (key: keyof ProcessState) => states.reduce((total, state) => total + state[key], 0);
  return { memoryBytes: sum('memoryBytes'), descriptors: sum('descriptors'), threads: sum('threads') };
}

async function readOne(processId: number): Promise<ProcessState> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8');
  const field = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  const descriptors = await readdir(`/proc/${processId}/fd`);
  return { memoryBytes: field('VmRSS') * 1024, descriptors: descriptors.length, threads: field('Threads') };
}

export interface WalState {
  readonly walBytes: number;
  readonly walRestarts: number;
}

/** Of the write-ahead log beside a SQLite file (https://sqlite.org/fileformat2.html#walformat). */
export async function readWal(databaseFile: string): Promise<WalState> {
  const path = `${databaseFile}-wal`;
  const { size } = await stat(path);
  const file = await open(path);
  try {
    const header = Buffer.alloc(32);
    await file.read(header, 0, header.length, 0);
    // "Checkpoint sequence number": counts how often the log was begun again.
    return { walBytes: size, walRestarts: header.readUInt32BE(12) };
  } finally {
    await file.close();
  }
}
