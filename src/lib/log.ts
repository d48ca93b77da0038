import { escapeInvisible } from './visible-text.ts';

export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** From the most to the least detailed. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;

type LogLevel = (typeof logLevels)[number];

/** Writes one line per event. Of secrets it recognizes only API keys, so never pass it one. */
export type Log = Readonly<Record<LogLevel, (event: string, fields?: LogFields) => void>>;

/** A log of JSON lines, for programs, or of plain lines, for people at a terminal. Events below `minLevel` are dropped. */
export function createLog(
  write: (line: string) => void,
  format: 'json' | 'plain',
  clock: () => number,
  minLevel: LogLevel = 'info',
): Log {
  const print = (level: LogLevel) => {
    if (logLevels.indexOf(level) < logLevels.indexOf(minLevel)) return () => undefined;
    return (event: string, fields: LogFields = {}) => {
      const time = new Date(clock()).toISOString();
      const line =
        format === 'json'
          ? `${JSON.stringify({ time, level, event, ...fields })}\n`
          : plainLine(time, level, event, fields);
      write(hideKeys(line));
    };
  };
  return { debug: print('debug'), info: print('info'), warn: print('warn'), error: print('error') };
}

/** An API key, of which the first four random characters tell the operator which one it is. */
const apiKey = /(pet_(?:pub_|link_)?(?:prod|stag)_[0-9A-Za-z]{4})[0-9A-Za-z]+/g;

/** The text without the secret part of API keys: clients send them in the wrong place, such as the path. */
function hideKeys(text: string): string {
  return text.includes('pet_') ? text.replace(apiKey, '$1***') : text;
}

export function addFields(log: Log, common: LogFields): Log {
  return {
    debug: (event, fields) => log.debug(event, { ...common, ...fields }),
    info: (event, fields) => log.info(event, { ...common, ...fields }),
    warn: (event, fields) => log.warn(event, { ...common, ...fields }),
    error: (event, fields) => log.error(event, { ...common, ...fields }),
  };
}

function plainLine(time: string, level: LogLevel, event: string, fields: LogFields): string {
  const details = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${plainValue(value)}`],
  );
  return `${[time, level.toUpperCase(), event, ...details].join(' ')}\n`;
}

/** Escapes control characters: a terminal would execute them, and requests can contain some. */
function plainValue(value: LogFields[string]): string {
  if (typeof value !== 'string' || /^[\x21-\x7e]+$/.test(value)) return String(value);
  return escapeInvisible(JSON.stringify(value));
}

/**
 * The log of this process, on standard error: plain lines at a terminal, JSON lines elsewhere. Output that
 * cannot be written, because its reader has ended or the disk is full, does not end the process.
 */
export function createStandardLog(minLevel?: LogLevel): Log {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', () => undefined);
  }
  return createLog((line) => process.stderr.write(line), process.stderr.isTTY ? 'plain' : 'json', Date.now, minLevel);
}
