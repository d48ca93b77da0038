import type { RequestTemplate } from '../scenarios/scenario.ts';
import { expectedStatuses, isFixed, type Load, requestHeaders } from './load.ts';
import { wrkIntervals, wrkIntervalsReport } from './wrk-intervals.ts';

/**
 * The Lua script for one load. Requests are formatted once, before the run; only a random id or page is put in between.
 * The status of every answer is looked at. The result is one line of JSON in the shape of `LoadResult`.
 */
export function wrkScript(load: Load): string {
  const { request, intervalSeconds } = load;
  return `
${isFixed(request) && intervalSeconds === undefined ? fixedRequest(load) : randomRequests(load)}
local isExpected = { ${expectedStatuses(request)
    .map((status) => `[${status}] = true`)
    .join(', ')} }
expected, unexpected = 0, {}
response = function(status)
  if isExpected[status] then expected = expected + 1
  else unexpected[status] = (unexpected[status] or 0) + 1 end
end
${intervalSeconds === undefined ? 'local function intervalsOf() return "" end' : wrkIntervals(intervalSeconds, expectedStatuses(request)) + wrkIntervalsReport}
${report}`;
}

function fixedRequest(load: Load): string {
  const { method, paths, body } = load.request;
  return `wrk.method, wrk.path, wrk.body = ${quote(method)}, ${quote(paths[0])}, ${body === '' ? 'nil' : quote(body)}
wrk.headers = ${headerTable(load, load.request)}`;
}

function randomRequests(load: Load): string {
  const { sometimes } = load.request;
  return `
local pages = { ${load.pages.map(quote).join(', ')} }
local function prepare(method, headers, body, paths)
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
    local value = kind == "id" and math.random(${load.ids.first}, ${load.ids.last}) or pages[math.random(#pages)]
    return heads[index] .. value .. tails[index]
  end
end
local usual, rare
init = function()
  math.randomseed(os.time())
  usual = prepare(${preparation(load, load.request)})
  rare = ${sometimes === undefined ? 'usual' : `prepare(${preparation(load, sometimes.request)})`}
end
request = function()
  ${sometimes === undefined ? '' : `if math.random(${sometimes.oneIn}) == 1 then return rare() end`}
  return usual()
end`;
}

function preparation(load: Load, request: RequestTemplate): string {
  const { method, paths, body } = request;
  const arguments_ = [quote(method), headerTable(load, request), body === '' ? 'nil' : quote(body)];
  return `${arguments_.join(', ')}, { ${paths.map(quote).join(', ')} }`;
}

function headerTable(load: Load, request: RequestTemplate): string {
  const headers = Object.entries(requestHeaders(load, request));
  return `{ ${headers.map(([name, value]) => `[${quote(name)}] = ${quote(value)}`).join(', ')} }`;
}

const report = `
local threads = {}
setup = function(thread) table.insert(threads, thread) end
done = function(summary, latency)
  local requests, statuses = 0, {}
  for _, thread in ipairs(threads) do
    requests = requests + thread:get("expected")
    for status, count in pairs(thread:get("unexpected")) do
      table.insert(statuses, string.format('"%d":%d', status, count))
    end
  end
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"durationMs":%.3f,"latencyP50Ms":%.3f,"latencyP99Ms":%.3f,"connectionErrors":%d,"unexpectedStatuses":{%s}',
    requests, summary.duration / 1000, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.connect + errors.read + errors.write + errors.timeout, table.concat(statuses, ",")))
  io.write(intervalsOf(threads), '}\\n')
end
`;

/** A Lua string: every byte that is not a plain character as its decimal escape. */
function quote(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  const isPlain = (byte: number) => byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c;
  return `"${bytes.map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : `\\${`${byte}`.padStart(3, '0')}`)).join('')}"`;
}
