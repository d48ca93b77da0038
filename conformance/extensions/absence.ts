import type { TestContext } from '../context.ts';

/** Why a server does not have what is at a path; `undefined` if it does. */
export function absentAt(path: string): (t: TestContext) => Promise<string | undefined> {
  return async (t) => {
    const { status } = await t.get(path);
    if (status === 403) return `the key has no permission for GET ${path}`;
    return status >= 400 ? `GET ${path} responds with ${status}` : undefined;
  };
}

/** Why a server does not have what a header of its responses tells; `undefined` if it does. */
export function absentWithoutHeader(name: string, path: string, headers: Record<string, string> = {}) {
  return async (t: TestContext): Promise<string | undefined> => {
    const answer = await t.get(path, headers);
    return answer.header(name) === undefined ? `GET ${path} has no header ${name}` : undefined;
  };
}

/** Why a server does not use our error codes for a request; `undefined` if it does. */
export function absentWithoutCode(code: string, path: string) {
  return async (t: TestContext): Promise<string | undefined> => {
    const answer = await t.get(path);
    const found = answer.status >= 400 ? answer.object['code'] : undefined;
    return found === code ? undefined : `GET ${path} responds with ${answer.status}, not with the code ${code}`;
  };
}
