declare module 'autocannon' {
  export interface RawRequest {
    method: string;
    path: string;
    headers: Record<string, string>;
    body: string;
  }
  interface Options {
    url: string;
    connections: number;
    duration: number;
    timeout: number;
    requests: (RawRequest & { setupRequest?: (raw: RawRequest) => RawRequest })[];
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
