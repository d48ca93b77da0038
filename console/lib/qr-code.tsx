import type { ComponentProps } from 'react';
import { encode } from 'uqr';

/** A QR code (ISO/IEC 18004), with as much error correction as its size has room for. */
export function QrCode({ text, ...svg }: { text: string } & ComponentProps<'svg'>) {
  const { size, data } = encode(text, { boostEcc: true, border: 2 });
  return (
    <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={text} {...svg}>
      <path d={data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')} />
    </svg>
  );
}
