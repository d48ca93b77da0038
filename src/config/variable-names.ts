const prefix = 'PETSTORE_';

const maxEdits = 2;

/**
 * The variables that Kubernetes sets in every container for a service whose name begins with "petstore", such as
 * `PETSTORE_SERVICE_HOST` and `PETSTORE_PORT_8080_TCP_ADDR`.
 */
const injected = /_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/;

const injectedPort = /^(tcp|udp|sctp):\/\//;

/** Environment variables with our prefix that are not settings. */
export interface UnknownVariables {
  /** Those that look like a misspelled setting. */
  misspelled: { name: string; suggestion: string }[];
  others: string[];
}

/** Finds variables that were probably meant as settings. An empty variable counts as missing. */
export function findUnknownVariables(
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): UnknownVariables {
  const unknown: UnknownVariables = { misspelled: [], others: [] };
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith(prefix) || known.includes(name) || !text || isInjected(name, text)) continue;
    const suggestion = findSuggestion(known, name);
    if (suggestion === undefined) unknown.others.push(name);
    else unknown.misspelled.push({ name, suggestion });
  }
  return unknown;
}

function isInjected(name: string, text: string): boolean {
  return injected.test(name) || (name.endsWith('_PORT') && injectedPort.test(text));
}

function findSuggestion(known: readonly string[], name: string): string | undefined {
  const prefixed = known.find((candidate) => name === prefix + candidate);
  if (prefixed !== undefined) return prefixed;
  const settings = known.filter((candidate) => candidate.startsWith(prefix));
  const near = (edits: number) => settings.find((candidate) => isNear(candidate, name, edits));
  return near(1) ?? near(maxEdits);
}

/** Whether so many edits lead from a text to another: a character more, less or changed, or two that are swapped. */
function isNear(from: string, to: string, edits: number): boolean {
  let same = 0;
  while (from[same] !== undefined && from[same] === to[same]) same++;
  const [a, b] = [from.slice(same), to.slice(same)];
  if (a === b) return true;
  const goesOn = (skippedA: number, skippedB: number) => isNear(a.slice(skippedA), b.slice(skippedB), edits - 1);
  if (edits === 0) return false;
  return goesOn(1, 1) || goesOn(1, 0) || goesOn(0, 1) || (a[0] === b[1] && a[1] === b[0] && goesOn(2, 2));
}
