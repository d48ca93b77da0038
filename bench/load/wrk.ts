import { join } from 'node:path';
import { categoryCount, names } from '../fill.ts';
import { type Cores, onCore } from '../host/cores.ts';
import { startProcess } from '../host/processes.ts';
import type { RequestTemplate } from '../scenario.ts';

const requestTimeoutSeconds = 10;
const graceMs = 15_000;
/** Each run numbers its names from another number on. Backwards they come in no order, as names do. */
const mostCreates = 10_000_000;
let runs = 0;

/** One run of the load generator against one server. */
export interface Load {
  readonly host: string;
  readonly port: number;
  readonly apiKey: string;
  readonly request: RequestTemplate;
  /** The ids of the animals are 1 to this. */
  readonly animals: number;
  /** What `{page}` stands for. */
  readonly pages: readonly string[];
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  /** Answers with an expected status. */
  readonly requests: number;
  readonly durationMs: number;
  readonly latencyP50Ms: number;
  readonly latencyP99Ms: number;
  readonly latencyMaxMs: number;
  /** By kind: `status 500`, `connection`. */
  readonly errors: Readonly<Record<string, number>>;
  /** How much of its core the generator used while it ran, 0 to 1. Near 1 it is the generator that is measured. */
  readonly generatorCpuShare: number;
}

export interface Loader {
  readonly cores: Cores;
  readonly scratchFolder: string;
}

/** @throws Error without https://github.com/wg/wrk */
export function requireWrk(): void {
  if (Bun.which('wrk') === null) {
    throw new Error('The benchmarks need the load generator wrk: "apt-get install wrk" or "brew install wrk".');
  }
}

export async function runLoad({ cores, scratchFolder }: Loader, load: Load): Promise<LoadResult> {
  const file = join(scratchFolder, crypto.randomUUID());
  await Bun.write(`${file}.lua`, wrkScript(load));
  const { host, port, connections, seconds } = load;
  const sizes = ['--threads', '1', '--connections', `${connections}`, '--duration', `${seconds}s`];
  const limits = ['--timeout', `${requestTimeoutSeconds}s`, '--script', `${file}.lua`];
  const command = onCore(cores, 'generator', ['wrk', ...sizes, ...limits, `http://${host}:${port}`]);
  const startedAt = performance.now();
  const child = startProcess(command, {}, Bun.file(`${file}.output`));
  const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1_000 + graceMs);
  const exitCode = await child.exited;
  clearTimeout(timer);
  const elapsedMs = performance.now() - startedAt;
  const output = await Bun.file(`${file}.output`).text();
  const line = output.split('\n').find((candidate) => candidate.startsWith('{'));
  if (exitCode !== 0 || line === undefined) throw new Error(`wrk ended with ${exitCode} and no result:\n${output}`);
  const cpuMs = Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1_000;
  return { ...JSON.parse(line), generatorCpuShare: cpuMs / elapsedMs };
}

/** The headers that a request carries. */
export function requestHeaders({ apiKey }: Load, { headers }: RequestTemplate): Record<string, string> {
  return { Authorization: `Bearer ${apiKey}`, ...headers };
}

/**
 * The Lua script for one load. Requests are formatted once, before the run; only a random id or page is put in between. One
 * with a name in its body is formatted each time.
 * The status of every answer is looked at. The result is one line of JSON.
 */
function wrkScript(load: Load): string {
  const { request } = load;
  const { paths, sometimes } = request;
  const isFixed = paths.length === 1 && !/\{(id|page|name)\}/.test(paths[0] + request.body) && sometimes === undefined;
  const statuses = [request, ...(sometimes ? [sometimes.request] : [])].map(({ expectedStatus }) => expectedStatus);
  return `
${isFixed ? fixedRequest(load) : randomRequests(load)}
local isExpected = { ${statuses.map((status) => `[${status}] = true`).join(', ')} }
expected, unexpected = 0, {}
response = function(status)
  if isExpected[status] then expected = expected + 1
  else unexpected[status] = (unexpected[status] or 0) + 1 end
end
local thread
setup = function(only) thread = only end
done = function(summary, latency)
  local errors = {}
  for status, count in pairs(thread:get("unexpected")) do
    table.insert(errors, string.format('"status %d":%d', status, count))
  end
  local broken = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  if broken > 0 then table.insert(errors, string.format('"connection":%d', broken)) end
  local requests = thread:get("expected")
  local function ms(percent) return requests == 0 and 0 or latency:percentile(percent) / 1000 end
  io.write(string.format(
    '{"requests":%d,"durationMs":%.3f,"latencyP50Ms":%.3f,"latencyP99Ms":%.3f,"latencyMaxMs":%.3f,"errors":{%s}}\\n',
    requests, summary.duration / 1000, ms(50), ms(99), latency.max / 1000, table.concat(errors, ",")))
end
`;
}

function fixedRequest(load: Load): string {
  const { method, paths, body } = load.request;
  return `wrk.method, wrk.path, wrk.body = ${quote(method)}, ${quote(paths[0])}, ${body === '' ? 'nil' : quote(body)}
wrk.headers = ${headerTable(load, load.request)}`;
}

function randomRequests(load: Load): string {
  const { request, animals, pages } = load;
  const { sometimes } = request;
  runs += 1;
  return `
local pages = { ${pages.map(quote).join(', ')} }
local names = { ${names.map(quote).join(', ')} }
local created = ${animals + runs * mostCreates}
local function create(method, headers, body, path)
  return function()
    created = created + 1
    local name = names[created % #names + 1] .. " " .. string.format("%d", created):reverse()
    local sent = body:gsub("{name}", name):gsub("{category}", created % ${categoryCount} + 1)
    return wrk.format(method, path, headers, sent)
  end
end
local function prepare(method, headers, body, paths)
  if body and body:find("{name}", 1, true) then return create(method, headers, body, paths[1]) end
  local heads, tails, kinds = {}, {}, {}
  for index, path in ipairs(paths) do
    local text = wrk.format(method, path, headers, body)
    local from, to, kind = text:find("{(%a+)}")
    heads[index] = from and text:sub(1, from - 1) or text
    tails[index] = from and text:sub(to + 1)
    kinds[index] = kind
  end
  return function()
    local index = math.random(#heads)
    local kind = kinds[index]
    if not kind then return heads[index] end
    local value = kind == "id" and math.random(${animals}) or pages[math.random(#pages)]
    return heads[index] .. value .. tails[index]
  end
end
local usual, rare
init = function()
  math.randomseed(os.time())
  usual = prepare(${preparation(load, request)})
  rare = prepare(${preparation(load, sometimes?.request ?? request)})
end
request = function()
  ${sometimes === undefined ? '' : `if math.random(${sometimes.oneIn}) == 1 then return rare() end`}
  return usual()
end`;
}

function preparation(load: Load, request: RequestTemplate): string {
  const { method, paths, body } = request;
  const words = [quote(method), headerTable(load, request), body === '' ? 'nil' : quote(body)];
  return `${words.join(', ')}, { ${paths.map(quote).join(', ')} }`;
}

function headerTable(load: Load, request: RequestTemplate): string {
  const headers = Object.entries(requestHeaders(load, request));
  return `{ ${headers.map(([name, value]) => `[${quote(name)}] = ${quote(value)}`).join(', ')} }`;
}

/** A Lua string, which is written as in JSON as long as it has no characters outside of ASCII. */
const quote = (text: string): string => JSON.stringify(text);
