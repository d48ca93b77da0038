const photoName = /^(?<stem>.+?)(?:[-_ ](?<number>\d{1,2}))?\.(?:jpe?g|png|webp|gif)$/i;

/**
 * Finds the photos of an animal among files that are named after its reference, in any case: `A706918.jpg`, then
 * `A706918-2.jpg` or `A706918_2.jpg` and so on. They may be in folders.
 */
export function photosByReference(paths: readonly string[]): (reference: string) => readonly string[] {
  const known = new Map<string, { path: string; number: number }[]>();
  const add = (name: string, path: string, number: number) => {
    const key = name.toLowerCase();
    known.set(key, [...(known.get(key) ?? []), { path, number }]);
  };
  for (const path of paths) {
    const name = path.replace(/^.*[/\\]/s, '');
    const { stem, number } = photoName.exec(name)?.groups ?? {};
    if (stem === undefined) continue;
    // A reference can end like a number of a photo.
    if (number !== undefined) add(stem, path, Number(number));
    add(name.slice(0, name.lastIndexOf('.')), path, 0);
  }
  return (reference) => {
    const found = known.get(reference.trim().toLowerCase()) ?? [];
    return found.toSorted((one, other) => one.number - other.number).map(({ path }) => path);
  };
}
