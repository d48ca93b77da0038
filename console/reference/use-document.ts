import { useCallback, useEffect, useState } from 'react';
import { documentAddress } from './addresses.ts';
import { type ReferenceDocument, readDocument } from './document/document.ts';

/** The document of the service, as soon as it is there; or why there is none, in a sentence. */
export function useDocument() {
  const [loaded, setLoaded] = useState<ReferenceDocument>();
  const [failure, setFailure] = useState<string>();
  const load = useCallback((signal?: AbortSignal) => {
    setFailure(undefined);
    loadDocument(signal).then(setLoaded, (error: unknown) => {
      if (signal?.aborted !== true) setFailure(error instanceof Error ? error.message : String(error));
    });
  }, []);
  useEffect(() => {
    const controller = new AbortController();
    load(controller.signal);
    return () => controller.abort();
  }, [load]);
  return { loaded, failure, retry: () => load() };
}

/** @throws Error whose message tells people why there is no document */
async function loadDocument(signal?: AbortSignal): Promise<ReferenceDocument> {
  const text = await fetchText(signal);
  try {
    return readDocument(text);
  } catch (cause) {
    throw new Error(`${documentAddress} is not an OpenAPI document. A proxy may have answered instead.`, {
      cause,
    });
  }
}

async function fetchText(signal: AbortSignal | undefined): Promise<string> {
  let response: Response;
  try {
    response = await fetch(documentAddress, signal === undefined ? {} : { signal });
  } catch (cause) {
    throw new Error('The server does not answer. It may be down, or your connection may be.', { cause });
  }
  if (!response.ok) throw new Error(`The server answers ${response.status} for ${documentAddress}.`);
  return await response.text().catch((cause: unknown) => {
    throw new Error('The connection broke while the document was loaded.', { cause });
  });
}
