import type { ScratchDatabase } from '../../support/engines.ts';
import { type NetworkProxy, startProxy } from '../../support/http/proxy.ts';
import type { PostgresServer } from '../../support/postgres/postgres-server.ts';
import { SoakNode } from './node.ts';
import { databaseName } from './postgres-faults.ts';

export interface PostgresNodes {
  readonly nodes: readonly SoakNode[];
  /** The proxy of each node to the database. */
  readonly proxies: readonly NetworkProxy[];
  close(): Promise<void>;
}

interface PostgresNodesOptions {
  readonly count: number;
  /** The servers that a node may use; it writes to the one that accepts writes. */
  readonly servers: readonly PostgresServer[];
  /** The one that accepts writes now. */
  primary(): PostgresServer;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Starts nodes that share a database, each of which reaches each server through a proxy of its own. */
export async function startPostgresNodes({
  count,
  servers,
  primary,
  folder,
  signal,
}: PostgresNodesOptions): Promise<PostgresNodes> {
  const proxies: NetworkProxy[] = [];
  const nodes: SoakNode[] = [];
  for (let number = 0; number < count; number++) {
    const own = await Promise.all(servers.map(({ port }) => startProxy(port)));
    proxies.push(...own);
    const database = databaseThrough(primary, own);
    nodes.push(await SoakNode.start({ database, folder, signal }));
  }
  return {
    nodes,
    proxies,
    async close() {
      await Promise.all(proxies.map((proxy) => proxy.close()));
    },
  };
}

function databaseThrough(primary: () => PostgresServer, proxies: readonly NetworkProxy[]): ScratchDatabase {
  const hosts = proxies.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return {
    url: primary()
      .url(databaseName)
      .replace(/127\.0\.0\.1:\d+/, hosts),
    run: (sql) => primary().run(databaseName, sql),
    remove: async () => undefined,
  };
}
