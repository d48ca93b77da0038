export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** Writes one line per event. Of secrets it recognizes only API keys, so never pass it one. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

type Level = keyof Log;

/** A log of JSON lines, for programs, or of plain lines, for people at a terminal. */
export function createLog(write: (line: string) => void, format: 'json' | 'plain', clock: () => number): Log {
  const print =
    (level: Level) =>
    (event: string, fields: LogFields = {}) => {
      const time = new Date(clock()).toISOString();
      const line =
        format === 'json'
          ? `${JSON.stringify({ time, level, event, ...fields })}\n`
          : plainLine(time, level, event, fields);
      write(hideKeys(line));
    };
  return { info: print('info'), warn: print('warn'), error: print('error') };
}

/** An API key, of which the first four random characters tell the operator which one it is. */
const apiKey = /(pet_(?:prod|stag)_[0-9A-Za-z]{4})[0-9A-Za-z]+/g;

/** The text without the secret part of API keys: clients send them in the wrong place, such as the path. */
function hideKeys(text: string): string {
  return text.includes('pet_') ? text.replace(apiKey, '$1***') : text;
}

/** The same log with these fields in every line. */
export function addFields(log: Log, common: LogFields): Log {
  return {
    info: (event, fields) => log.info(event, { ...common, ...fields }),
    warn: (event, fields) => log.warn(event, { ...common, ...fields }),
    error: (event, fields) => log.error(event, { ...common, ...fields }),
  };
}

function plainLine(time: string, level: Level, event: string, fields: LogFields): string {
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

/** Escapes control characters, which a terminal acts on, and invisible characters, as in `\u{1b}`. */
export function escapeInvisible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** The message of an error and of its cause, in one line. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} ${String(error.cause)}`;
}

/** The stack trace of an error. */
export function traceError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * The log of this process, on standard error: plain lines at a terminal, JSON lines elsewhere. A closed output pipe, for
 * example by `head`, does not end the process.
 */
export function createStandardLog(): Log {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
  return createLog((line) => process.stderr.write(line), process.stderr.isTTY ? 'plain' : 'json', Date.now);
}
