import { canonicalInt64 } from '../../contract/int64.ts';

/**
 * The path of a resource, with its ids in place of their names. They may come from a program without types, and anything
 * else could be the path of another resource. @throws TypeError
 */
export function pathTo(path: string, ids: readonly unknown[]): string {
  const rest = ids.values();
  return path.replaceAll(/\{\w+\}/g, () => requireId(rest.next().value));
}

function requireId(id: unknown): string {
  const text = String(id);
  if (canonicalInt64.test(text)) return text;
  throw new TypeError(`${JSON.stringify(text)} is no id. An id is an integer, such as 17.`);
}
