import { foldReference } from '../../contract/references.ts';

const photoName = /^(?<stem>.+?)(?:[-_ ](?<number>\d{1,2}))?\.(?:jpe?g|png|webp|gif|hei[cf]|avif|tiff?|bmp)$/i;

/**
 * The files of a folder with photos. Names are compared without case, in either form of accented letters (NFC or NFD), and with
 * either slash, as the systems differ that wrote the file and keep the folder; of those alike in this, the very name counts.
 */
export class PhotoFiles {
  readonly #exact: ReadonlySet<string>;
  /** By their keys; several have none. */
  readonly #paths = new Map<string, string | undefined>();
  /** By the name without folders; several have none. */
  readonly #names = new Map<string, string | undefined>();
  readonly #byReference = new Map<string, { path: string; number: number }[]>();
  readonly #unused = new Set<string>();

  constructor(paths: readonly string[]) {
    this.#exact = new Set(paths);
    for (const path of paths) {
      const key = keyOf(path);
      const name = key.replace(/^.*\//s, '');
      this.#paths.set(key, this.#paths.has(key) ? undefined : path);
      this.#names.set(name, this.#names.has(name) ? undefined : path);
      const { stem, number } = photoName.exec(name)?.groups ?? {};
      if (stem === undefined) continue;
      this.#unused.add(path);
      // A reference can end like a number of a photo.
      if (number !== undefined) this.#addReference(stem, path, Number(number));
      this.#addReference(name.slice(0, name.lastIndexOf('.')), path, 0);
    }
  }

  #addReference(reference: string, path: string, number: number): void {
    const key = foldReference(reference);
    this.#byReference.set(key, [...(this.#byReference.get(key) ?? []), { path, number }]);
  }

  /** The photos of an animal: `A706918.jpg`, then `A706918-2.jpg` or `A706918_2.jpg` and so on. */
  ofReference(reference: string): readonly string[] {
    const found = this.#byReference.get(foldReference(reference)) ?? [];
    return found.toSorted((one, other) => one.number - other.number).map(({ path }) => path);
  }

  /** The file that a row names, with or without its folders. */
  find(name: string): string | undefined {
    if (this.#exact.has(name)) return name;
    const key = keyOf(name.trim());
    return this.#paths.get(key) ?? this.#names.get(key.replace(/^.*\//s, ''));
  }

  /** The path of a file that is read now. */
  use(name: string): string | undefined {
    const path = this.find(name);
    if (path !== undefined) this.#unused.delete(path);
    return path;
  }

  /** Photos that no animal has got, by name. */
  get unused(): readonly string[] {
    return [...this.#unused].sort();
  }
}

function keyOf(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '')
    .normalize('NFC')
    .toLowerCase();
}
