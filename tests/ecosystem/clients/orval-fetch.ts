/** The mutator of the client that Orval generates: without one, the client knows neither address nor key. */
let service = { baseUrl: '', key: '' };

export function configure(configured: typeof service): void {
  service = configured;
}

export async function send<Result>(path: string, options: RequestInit): Promise<Result> {
  const headers = new Headers(options.headers);
  headers.set('Authorization', `Bearer ${service.key}`);
  const response = await fetch(service.baseUrl + path, { ...options, headers });
  const text = await response.text();
  return {
    status: response.status,
    data: text === '' ? undefined : JSON.parse(text),
    headers: response.headers,
  } as Result;
}
