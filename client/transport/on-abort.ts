const actionsOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Does something when a signal is aborted. Returns what takes that back. Any number of calls add one listener to a signal that
 * they share: Node.js warns of more than ten.
 */
export function onAbort(signal: AbortSignal | undefined, action: () => void): () => void {
  if (signal === undefined) return () => {};
  const known = actionsOf.get(signal);
  const actions = known ?? new Set<() => void>();
  if (known === undefined) {
    actionsOf.set(signal, actions);
    const act = () => {
      for (const each of actions) each();
    };
    signal.addEventListener('abort', act, { once: true });
  }
  actions.add(action);
  return () => actions.delete(action);
}
