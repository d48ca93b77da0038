/** Where a request points: its path, decoded where it is percent-encoded, and its query without the question mark. */
export interface Target {
  path: string;
  query: string;
  /** Length in characters of path and query as they were sent. */
  length: number;
}

/** Takes the target from a request's URL without a URL parser: the runtime has checked the form already. */
export function readTarget(url: string): Target {
  // A request without a usable Host header has only its path as URL.
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3);
  const question = url.indexOf('?', start);
  const path = question < 0 ? url.slice(start) : url.slice(start, question);
  const query = question < 0 ? '' : url.slice(question + 1);
  return { path: path.includes('%') ? decode(path) : path, query, length: url.length - start };
}

/** RFC 3986, section 2.3: an encoded unreserved character is the character itself. A broken encoding names nothing. */
function decode(path: string): string {
  try {
    return path.split('/').map(decodeSegment).join('/');
  } catch {
    return path;
  }
}

function decodeSegment(segment: string): string {
  const decoded = decodeURIComponent(segment);
  return decoded.includes('/') ? segment : decoded;
}
