import { bucketGrowth } from './latency-histogram.ts';

/**
 * Lua behind `request` and `response`: the latencies of each interval, from the moment in which a request is handed over
 * to the last byte of its answer. wrk tells a script nothing of that, so each request carries the number of its place
 * as `X-Request-Id`, and the answer brings it back. Linux only, for the number of its clock.
 */
export function wrkIntervals(seconds: number, [usualStatus, rareStatus]: readonly number[]): string {
  return `
local ffi = require("ffi")
ffi.cdef("typedef struct { long seconds; long nanoseconds; } moment; int clock_gettime(int clock, moment *to);")
local moment = ffi.new("moment")
local function now()
  ffi.C.clock_gettime(1, moment)
  return tonumber(moment.seconds) * 1e6 + tonumber(moment.nanoseconds) / 1e3
end
local intervals = {}
local kindOf = { [${usualStatus}] = "usual"${rareStatus === undefined ? '' : `, [${rareStatus}] = "rare"`} }
local sentAt, free, places, startedAt = {}, {}, 0, nil
local function intervalAt(time)
  local index = math.floor((time - startedAt) / ${seconds * 1e6}) + 1
  for missing = #intervals + 1, index do
    intervals[missing] = { usual = { max = 0, counts = {} }, rare = { max = 0, counts = {} } }
  end
  return intervals[index]
end
local makeRequest, countStatus = request, response
request = function()
  local text = makeRequest()
  local place = table.remove(free)
  if not place then
    places = places + 1
    place = places
  end
  local lineEnd = text:find("\\r\\n", 1, true)
  sentAt[place] = now()
  startedAt = startedAt or sentAt[place]
  return text:sub(1, lineEnd + 1) .. "X-Request-Id: " .. place .. text:sub(lineEnd)
end
response = function(status, headers)
  local time = now()
  countStatus(status)
  local place = tonumber(headers["X-Request-Id"] or headers["x-request-id"])
  if not place then return end
  table.insert(free, place)
  local kind = kindOf[status]
  if not kind then return end
  local microseconds = math.max(1, time - sentAt[place])
  local latencies = intervalAt(time)[kind]
  local bucket = math.floor(math.log(microseconds) / ${Math.log(bucketGrowth)})
  latencies.counts[bucket] = (latencies.counts[bucket] or 0) + 1
  latencies.max = math.max(latencies.max, microseconds)
end
`;
}

/**
 * Lua that gives the intervals as JSON. A script is not told that its load has ended, and only texts cross from the thread
 * of the load to the one that reports: the text is made when that one asks for it. There is one thread of the load.
 */
export const wrkIntervalsReport = `
local function histogram(latencies)
  local counts = {}
  for bucket, count in pairs(latencies.counts) do table.insert(counts, string.format("[%d,%d]", bucket, count)) end
  return string.format('{"maxMs":%.3f,"counts":[%s]}', latencies.max / 1000, table.concat(counts, ","))
end
local function intervalsText()
  local texts = {}
  for index, interval in ipairs(intervals) do
    texts[index] = string.format('{"usual":%s,"rare":%s}', histogram(interval.usual), histogram(interval.rare))
  end
  return ',"intervals":[' .. table.concat(texts, ",") .. ']'
end
setmetatable(_G, { __index = function(_, name) if name == "intervalsText" then return intervalsText() end end })
local function intervalsOf(threads) return threads[1]:get("intervalsText") end
`;
