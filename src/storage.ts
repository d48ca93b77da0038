import { writerScript } from './program-files.ts';
import { openCopySource, openCopyTarget, openSharedStore, openStore } from './store/open-store.ts';
import type { RemoteWriter } from './store/sqlite/sqlite-store.ts';
import type { Source, Store } from './store/store.ts';

export interface Connecting {
  /** Connections to hold open, where there are such; few are enough for one command at a time. */
  connections?: number;
  /** Another URL to read from. */
  readUrl?: string | undefined;
  /** How long a read or a write waits while there is no connection; 0 for not at all. */
  waitMs?: number;
}

const fewConnections = 4;

/** Opens the storage that a database URL names, with all write commands of this program. @throws StorageError */
export function openStorage(
  databaseUrl: string,
  { connections = fewConnections, ...others }: Connecting = {},
): Promise<Store> {
  return openStore(databaseUrl, { writerScript, connections, ...others });
}

/** Opens a storage that another process keeps open. `writer` brings writes there, if need be. @throws StorageError */
export function openSharedStorage(
  databaseUrl: string,
  { connections = fewConnections, ...others }: Connecting,
  writer: RemoteWriter | undefined,
): Promise<Store> {
  return openSharedStore(databaseUrl, { writerScript, connections, ...others }, writer);
}

/** Opens a storage to copy it; it is not changed. @throws StorageError */
export function openSourceStorage(databaseUrl: string): Promise<Source> {
  return openCopySource(databaseUrl, { writerScript, connections: fewConnections });
}

/** Opens a storage to copy something into it, also to go on with that. @throws StorageError */
export function openTargetStorage(databaseUrl: string): Promise<Store> {
  return openCopyTarget(databaseUrl, { writerScript, connections: fewConnections });
}
