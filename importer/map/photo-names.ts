const ending = '\\.(?:jpe?g|png|webp|gif|heic|heif|avif|tiff?|bmp)';

/** What stands between photos: names of files and addresses may have blanks, and addresses commas. */
const separators = new RegExp(
  [
    '\\s*[;|\\n\\r\\t]\\s*',
    `(?<=${ending}(?:\\?\\S*)?)\\s*,\\s*`,
    '\\s*,\\s*(?=https?:\\/\\/)',
    `(?<=${ending}(?:\\?\\S*)?)\\s+`,
    '\\s+(?=https?:\\/\\/)',
  ].join('|'),
  'i',
);

/** The photos that cells name, each once: addresses or names of files, separated in any usual way, or a JSON array of them. */
export function splitPhotos(cells: readonly string[]): string[] {
  return [...new Set(cells.flatMap((cell) => (cell.startsWith('[') ? parseNames(cell) : cell.split(separators))))]
    .map((photo) => photo.trim())
    .filter((photo) => photo !== '' && !/^(?:none|null|n\/?a|-)$/i.test(photo));
}

function parseNames(cell: string): string[] {
  try {
    const names: unknown = JSON.parse(cell);
    if (Array.isArray(names)) return names.filter((name) => typeof name === 'string');
  } catch {}
  return cell.split(separators);
}
