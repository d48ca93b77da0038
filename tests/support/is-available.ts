import type { StorageMonitor } from '../../src/server/storage-monitor.ts';

/** Whether a monitor tells that the storage can be used. */
export function isAvailable({ measure }: StorageMonitor, purpose: 'reads' | 'writes'): boolean {
  return measure()[`petstore_storage_available{for="${purpose}"}`] === 1;
}
