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

const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Escapes control characters, which a terminal acts on, and invisible characters, as in `\u{1b}`. */
export function escapeInvisible(text: string): string {
  return text.replace(invisible, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** The same in JSON, as RFC 8259 has it: `\u009b`. Line ends and tabs stay: they stand between values alone. */
export function escapeInvisibleJson(json: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replace(invisible, (text) => (/[\t\n\r]/.test(text) ? text : text.split('').map(escaped).join('')));
}

/** A text of at most so many UTF-16 units, with an ellipsis where it was longer. */
export function cut(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).toWellFormed()}…` : text;
}

const maxListed = 5;

/** The first of many, for a message of one line. */
export function listSome(items: readonly (bigint | string)[]): string {
  const listed = items.slice(0, maxListed).join(', ');
  return items.length > maxListed ? `${listed}, …` : listed;
}

/** The code of an error of the system or the runtime, such as `ENOENT`. */
export function errorCodeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The message of an error and of its cause, in one line. */
export function describeError(error: unknown): string {
  const text = messageOf(error);
  const cause = error instanceof Error && error.cause !== undefined ? ` ${String(error.cause)}` : '';
  // An error of another thread arrives as its stack trace.
  return `${text}${cause}`.replace(/\n[\s\S]*/, '');
}

export function traceError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
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
