import { PetstoreError } from '../../client/index.ts';

/** `undefined` for what is gone: an earlier attempt without an answer may have removed it. The codes tell it apart from the 404 of a proxy. */
export function unlessGone(...codes: readonly PetstoreError['code'][]): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof PetstoreError && codes.includes(error.code))) throw error;
  };
}
