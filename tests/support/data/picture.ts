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
  const ear = hasLongEars ? { across: 0.3, along: 0.85 } : { across: 0.42, along: 0.5 };
  /** Its place and size are parts of the radius of the head. */
  const shape = (x: number, y: number, across: number, along: number, color: Color): Ellipse => {
    return { x: x0 + x * radius, y: y0 + y * radius, across: across * radius, along: along * radius, color };
  };
  const ears = [-0.7, 0.7].flatMap((x) => [
    shape(x, -0.75, ear.across, ear.along, fur),
    shape(x, -0.75, ear.across * 0.5, ear.along * 0.6, inner),
  ]);
  const eyes = [-0.38, 0.38].map((x) => shape(x, -0.15, 0.12, 0.15, dark));
  const [head, snout] = [shape(0, 0, 1, 0.92, fur), shape(0, 0.4, 0.5, 0.38, inner)];
  const shapes = [...ears, head, snout, ...eyes, shape(0, 0.25, 0.14, 0.1, dark)];
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
