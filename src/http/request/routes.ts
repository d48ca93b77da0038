import { isRemoved, type Method, type Operation } from '../../api/operation.ts';

export interface Match {
  operation: Operation | undefined;
  /** The methods that the path supports at a time (epoch milliseconds), for `Allow`. */
  allow: (now: number) => string;
  /** The raw values of the path's placeholders, by name. */
  rawValues: Record<string, string>;
}

interface Route {
  /** Matches the path. Each placeholder is a group of the same name. */
  pattern: RegExp;
  byMethod: Partial<Record<Method, Operation>>;
  allow: (now: number) => string;
}

/** Finds operations by method and path (relative to the version's base address). */
export class Routes {
  readonly #fixed = new Map<string, Route>();
  readonly #patterns: Route[] = [];

  constructor(operations: readonly Operation[]) {
    for (const path of new Set(operations.map((operation) => operation.path))) {
      const ofPath = operations.filter((operation) => operation.path === path);
      const route: Route = {
        pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
        byMethod: Object.fromEntries(ofPath.map((operation) => [operation.method, operation])),
        allow: (now) => listMethods(ofPath.filter((operation) => !isRemoved(operation, now))),
      };
      if (path.includes('{')) this.#patterns.push(route);
      else this.#fixed.set(path, route);
    }
  }

  /** `undefined` for an unknown path; a match without an operation for an unsupported method. */
  find(method: string, path: string): Match | undefined {
    const fixed = this.#fixed.get(path);
    if (fixed !== undefined) return match(fixed, method, {});
    for (const route of this.#patterns) {
      const found = route.pattern.exec(path);
      if (found !== null) return match(route, method, found.groups ?? {});
    }
    return undefined;
  }
}

function listMethods(operations: readonly Operation[]): string {
  return [...operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ');
}

function match({ byMethod, allow }: Route, method: string, rawValues: Record<string, string>): Match {
  return { operation: byMethod[(method === 'HEAD' ? 'GET' : method) as Method], allow, rawValues: rawValues };
}
