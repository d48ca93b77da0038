import type { Dialect, Reader } from '../../../src/store/statement.ts';

/** The statement that a read sends to its engine. */
export function textOf(dialect: Dialect, read: (db: Reader) => unknown): string {
  const { texts, reader } = noteStatements(dialect);
  read(reader);
  return texts.join();
}

/** A reader that finds nothing, and notes the statements that it is asked for. */
export function noteStatements(dialect: Dialect, rows: readonly unknown[][] = []) {
  const texts: string[] = [];
  const query = ({ text }: { text: string }) => {
    texts.push(text);
    return [...rows] as never[];
  };
  return { texts, reader: { dialect, query } };
}
