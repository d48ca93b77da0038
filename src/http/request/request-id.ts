import { randomBase62 } from '../../lib/random.ts';

const acceptable = /^[\w.:-]{1,128}$/;

/** Makes ids for requests: unique, short, and that of the client where it sent a usable `X-Request-Id`. */
export function createRequestIds(): (given: string | null) => string {
  const prefix = `${randomBase62(10)}-`;
  let count = 0;
  return (given) => {
    if (given !== null && acceptable.test(given)) return given;
    count += 1;
    return prefix + count.toString(36);
  };
}
