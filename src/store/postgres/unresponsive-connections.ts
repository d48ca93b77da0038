import type { Connection } from './connection.ts';
import type { Servers } from './servers.ts';

/** After this time a COMMIT without a response counts as blocked. */
const blockedCommitMs = 2_000;
/** By so many checks, a second apart: a process that has stood still may not have read the response yet. */
const blockedCommitChecks = 2;

/**
 * Whether the server completes no COMMIT, as when a synchronous standby is missing: one has waited too long, and none has
 * completed since it was sent. Another COMMIT would only wait as well.
 */
export function areCommitsBlocked(connections: Iterable<Pick<Connection, 'pendingCommit' | 'committedAt'>>): boolean {
  let sentAt = Number.POSITIVE_INFINITY;
  let committedAt = Number.NEGATIVE_INFINITY;
  for (const connection of connections) {
    const commit = connection.pendingCommit;
    if (commit !== undefined && commit.checks >= blockedCommitChecks) sentAt = Math.min(sentAt, commit.sentAt);
    committedAt = Math.max(committedAt, connection.committedAt);
  }
  return committedAt < sentAt && performance.now() - sentAt > blockedCommitMs;
}

/**
 * Closes connections whose server does not respond, and with them idle ones that have not heard from it since: work that
 * is repeated would otherwise wait once more. One with a pending COMMIT stays open while the server still works on it: the
 * session would remain at the server, and the connection that replaces it would add another.
 */
export async function closeUnresponsive(connections: Iterable<Connection>, servers: Servers): Promise<void> {
  const commits = new Map<Connection, unknown>();
  const idle: Connection[] = [];
  let silentSince = Number.NEGATIVE_INFINITY;
  for (const connection of connections) {
    const { isUnresponsive, pendingCommit, owedSince } = connection;
    if (owedSince === undefined && connection.users === 0) idle.push(connection);
    if (!isUnresponsive) continue;
    if (pendingCommit === undefined) {
      silentSince = Math.max(silentSince, owedSince ?? silentSince);
      connection.close();
    } else {
      connection.giveUpCommit();
      commits.set(connection, pendingCommit);
    }
  }
  for (const connection of idle) if (connection.respondedAt < silentSince) connection.close();
  if (commits.size === 0) return;
  const active = await servers.findActiveSessions();
  for (const [connection, commit] of commits) {
    if (connection.pendingCommit === commit && active?.has(connection.pid) === false) connection.close();
  }
}
