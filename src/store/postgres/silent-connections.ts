import type { Connection } from './connection.ts';
import type { Servers } from './servers.ts';

/** From then on a COMMIT without an answer is taken for blocked. */
const blockedCommitMs = 2_000;

/**
 * Whether the server answers no COMMIT any more, as while a synchronous standby is away: one has no answer for long, and
 * none was answered since it was sent. Another one would only wait beside it.
 */
export function areCommitsBlocked(connections: Iterable<Connection>): boolean {
  let sentAt = Number.POSITIVE_INFINITY;
  let answeredAt = Number.NEGATIVE_INFINITY;
  for (const { unansweredCommit, committedAt } of connections) {
    if (unansweredCommit !== undefined) sentAt = Math.min(sentAt, unansweredCommit.sentAt);
    answeredAt = Math.max(answeredAt, committedAt);
  }
  return answeredAt < sentAt && performance.now() - sentAt > blockedCommitMs;
}

/**
 * Closes connections whose server is silent. One that waits for the answer to a COMMIT is kept as long as the server is
 * at work on it: its session would stay there, and the connection in its place would add one more.
 */
export async function closeSilent(connections: Iterable<Connection>, servers: Servers): Promise<void> {
  const commits = new Map<Connection, unknown>();
  for (const connection of connections) {
    const { isSilent, unansweredCommit } = connection;
    if (isSilent && unansweredCommit === undefined) connection.close();
    if (isSilent && unansweredCommit !== undefined) {
      connection.giveUpCommit();
      commits.set(connection, unansweredCommit);
    }
  }
  if (commits.size === 0) return;
  const atWork = await servers.findSessionsAtWork();
  for (const [connection, commit] of commits) {
    if (connection.unansweredCommit === commit && atWork?.has(connection.pid) === false) connection.close();
  }
}
