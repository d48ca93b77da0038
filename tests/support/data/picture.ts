import { type Color, makePng } from './images.ts';

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
  const png = makePng(width, height, (x, y) => {
    const shape = shapes.findLast((ellipse) => covers(ellipse, x, y));
    return shape?.color ?? (y > 0.75 * height ? ground : sky);
  });
  return { width, height, bytes: new Uint8Array(png) };
}

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
