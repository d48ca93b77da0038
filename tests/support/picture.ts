import { deflateSync } from 'node:zlib';

/** A picture in the format PNG. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Draws the head of an animal. Each number gives another picture, and always the same. */
export function drawAnimal(number: number, width = 480, height = 360): Picture {
  const sky = colorOf((number * 47) % 360, 0.35, 0.8);
  const ground = colorOf((number * 31 + 90) % 360, 0.3, 0.5);
  const fur = colorOf(20 + ((number * 11) % 20), 0.1 + ((number * 7) % 40) / 100, 0.25 + ((number * 13) % 35) / 100);
  const inner = colorOf(28, 0.3, 0.75);
  const hasLongEars = number % 2 === 0;
  const unit = Math.min(width, height) / 100;
  const [x0, y0] = [width / 2 + ((number % 7) - 3) * 3 * unit, height / 2 + ((number % 5) - 2) * 2 * unit];
  const radius = (26 + (number % 9)) * unit;
  const ear = { across: (hasLongEars ? 0.3 : 0.42) * radius, along: (hasLongEars ? 0.85 : 0.5) * radius };
  const shapes: Ellipse[] = [-1, 1].flatMap((side) => [
    { x: x0 + side * 0.7 * radius, y: y0 - 0.75 * radius, ...ear, color: fur },
    {
      x: x0 + side * 0.7 * radius,
      y: y0 - 0.75 * radius,
      across: ear.across * 0.5,
      along: ear.along * 0.6,
      color: inner,
    },
  ]);
  shapes.push({ x: x0, y: y0, across: radius, along: 0.92 * radius, color: fur });
  shapes.push({ x: x0, y: y0 + 0.4 * radius, across: 0.5 * radius, along: 0.38 * radius, color: inner });
  for (const side of [-1, 1])
    shapes.push({
      x: x0 + side * 0.38 * radius,
      y: y0 - 0.15 * radius,
      across: 0.12 * radius,
      along: 0.15 * radius,
      color: dark,
    });
  shapes.push({ x: x0, y: y0 + 0.25 * radius, across: 0.14 * radius, along: 0.1 * radius, color: dark });
  return paint(width, height, (x, y) => {
    const shape = shapes.findLast((ellipse) => covers(ellipse, x, y));
    return shape?.color ?? (y > 0.75 * height ? ground : sky);
  });
}

type Color = readonly [red: number, green: number, blue: number];

interface Ellipse {
  readonly x: number;
  readonly y: number;
  readonly across: number;
  readonly along: number;
  readonly color: Color;
}

const dark: Color = [40, 30, 30];

function covers({ x, y, across, along }: Ellipse, atX: number, atY: number): boolean {
  return ((atX - x) / across) ** 2 + ((atY - y) / along) ** 2 <= 1;
}

/** A colour given as hue (degrees), saturation and lightness (0 to 1). */
function colorOf(hue: number, saturation: number, light: number): Color {
  const part = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    const value = light - saturation * Math.min(light, 1 - light) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(255 * value);
  };
  return [part(0), part(8), part(4)];
}

function paint(width: number, height: number, colorAt: (x: number, y: number) => Color): Picture {
  const rowBytes = 1 + 3 * width;
  const pixels = Buffer.alloc(height * rowBytes);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) pixels.set(colorAt(x + 0.5, y + 0.5), y * rowBytes + 1 + 3 * x);
  }
  return { width, height, bytes: toPng(width, height, pixels) };
}

/** PNG (ISO/IEC 15948) with 8 bits for each of red, green and blue. Each row of `pixels` begins with a filter byte. */
function toPng(width: number, height: number, pixels: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [signature, chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat(parts));
}

function chunk(type: string, data: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8 + content.length);
  frame.writeUInt32BE(data.length, 0);
  frame.set(content, 4);
  frame.writeUInt32BE(Bun.hash.crc32(content), 4 + content.length);
  return frame;
}
