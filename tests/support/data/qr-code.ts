import decodeQR from 'qr/decode.js';

/** The text of a QR code whose dark squares are in this path, each of one unit. */
export function readCode(path: string): string {
  const squares = [...path.matchAll(/M(\d+)[ ,](\d+)h1v/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  const [first, last] = [Math.min(...squares.flat()), Math.max(...squares.flat())];
  const scale = 4;
  const size = scale * (first + last + 1);
  const data = new Uint8Array(size * size * 4).fill(255);
  for (const [x, y] of squares)
    for (let row = 0; row < scale; row++) {
      const start = ((y * scale + row) * size + x * scale) * 4;
      data.fill(0, start, start + scale * 4);
    }
  return decodeQR({ width: size, height: size, data });
}
