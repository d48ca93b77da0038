import { type Client, createClient, type Fetch, PetstoreError } from '../../client/index.ts';
import { watchedFetch } from '../lib/server-state.ts';
import { isKeyRefused } from './refusal.ts';

/**
 * A client with this key. `onRefusal` is told with the server's reason when the key opens nothing any more. A read that
 * fails is repeated by the page, which shows that; so the client does not.
 */
export function openSession(apiKey: string, onRefusal: (reason: string) => void): Client {
  const options = { baseUrl: location.origin, apiKey, retries: 0 };
  const asker = createClient({ ...options, fetch: watchedFetch });
  const fetch: Fetch = async (url, init) => {
    const response = await watchedFetch(url, init);
    if (response.status === 401) void asker.keys.self().catch(whenRefused);
    return response;
  };
  const whenRefused = (error: unknown) => {
    if (error instanceof PetstoreError && isKeyRefused(error)) onRefusal(error.message);
  };
  return createClient({ ...options, fetch });
}
