import { isRemoved, type Operation } from '../../api/operation.ts';

export interface Match {
  operation: Operation | undefined;
  /** The methods that the path supports at a time (epoch milliseconds), for `Allow`. */
  allow: (now: number) => string;
  /** The raw values of the path's placeholders, by name. */
  rawValues: Record<string, string>;
}

interface Route extends Pick<Match, 'allow'> {
  /** Matches the path. Each placeholder is a group of the same name. */
  pattern: RegExp;
  byMethod: Record<string, Operation>;
}

/**
 * Finds operations by method and path (relative to the version's base address): `undefined` for an unknown path, a match
 * without an operation for an unsupported method.
 */
export function createRouteFinder(operations: readonly Operation[]) {
  const fixed = new Map<string, Route>();
  const patterns: Route[] = [];
  for (const [path, ofPath] of Map.groupBy(operations, (operation) => operation.path)) {
    const route: Route = {
      pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
      byMethod: Object.fromEntries(ofPath.map((operation) => [operation.method, operation])),
      allow: (now) => listMethods(ofPath.filter((operation) => !isRemoved(operation, now))),
    };
    if (path.includes('{')) patterns.push(route);
    else fixed.set(path, route);
  }
  return (method: string, path: string): Match | undefined => {
    const exact = fixed.get(path);
    if (exact !== undefined) return match(exact, method, {});
    for (const route of patterns) {
      const found = route.pattern.exec(path);
      if (found !== null) return match(route, method, found.groups ?? {});
    }
    return undefined;
  };
}

function listMethods(operations: readonly Operation[]): string {
  return [...operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ');
}

function match({ byMethod, allow }: Route, method: string, rawValues: Record<string, string>): Match {
  return { operation: byMethod[method === 'HEAD' ? 'GET' : method], allow, rawValues };
}
