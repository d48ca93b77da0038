const link = /<([^>]*)>((?:\s*;\s*[^\s,;=]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",;]*))?)*)/g;
const parameter = /;\s*([^\s,;=]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*)))?/g;

/** The target of the first link with this relation in a `Link` header (RFC 8288), as it is written there. */
export function findLink(header: string | null, rel: string): string | undefined {
  for (const [, target, parameters = ''] of (header ?? '').matchAll(link)) {
    if (relations(parameters).includes(rel)) return target;
  }
  return undefined;
}

function relations(parameters: string): string[] {
  for (const [, name = '', quoted, bare = ''] of parameters.matchAll(parameter)) {
    if (name.toLowerCase() === 'rel') return (quoted ?? bare).toLowerCase().split(/\s+/);
  }
  return [];
}
