declare module 'autocannon' {
  interface RawRequest {
    path?: string;
  }
  interface Options {
    url: string;
    connections: number;
    duration: number;
    timeout: number;
    method: string;
    headers: Record<string, string>;
    body?: string;
    requests: { path: string; setupRequest?: (request: RawRequest) => RawRequest }[];
  }
  interface Result {
    duration: number;
    errors: number;
    timeouts: number;
  }
  interface Run extends PromiseLike<Result> {
    on(
      event: 'response',
      listener: (client: unknown, status: number, sizeBytes: number, latencyMs: number) => void,
    ): void;
  }
  export default function autocannon(options: Options): Run;
}
