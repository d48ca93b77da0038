import type { Key } from '../../client/index.ts';
import { useChangeEntries, usePages, useReload } from '../lib/queries.ts';
import { useSession } from '../session/session.tsx';

const pageSize = 25;
const queryKey = ['keys'];

/** The pages of keys that have been loaded. */
export function useKeys() {
  const { client } = useSession();
  return usePages({
    queryKey,
    read: (cursor, signal) => client.keys.list({ limit: pageSize, cursor, signal }).page(),
  });
}

/** Shows the changed key at once, and then reloads all. */
export function useShowKey(): (changed?: Key) => void {
  const reload = useReload('keys');
  const changeEntries = useChangeEntries<Key>(queryKey);
  return (changed) => {
    changeEntries((key) => [key.id === changed?.id ? changed : key]);
    void reload();
  };
}
