import { deflateSync } from 'node:zlib';
import { pngOf } from '../../media/png-file.ts';

export type Color = readonly [red: number, green: number, blue: number];
export type Point = readonly [x: number, y: number];

interface Ellipse {
  center: Point;
  /** Half of its width and of its height, before it is turned. */
  radii: Point;
  /** Clockwise, in degrees. */
  turn?: number;
}

/** A picture that is drawn with smooth edges. Coordinates are percent of its height, from its centre. */
export class Canvas {
  readonly #width: number;
  readonly #height: number;
  /** Each row has a byte for its filter, which is none, and then three for each pixel. */
  readonly #rows: Uint8Array;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#rows = new Uint8Array(height * (1 + 3 * width));
  }

  /** Fills everything, from one color at the top to another at the bottom. */
  fill(top: Color, bottom: Color): void {
    const rowLength = 1 + 3 * this.#width;
    for (let y = 0; y < this.#height; y++) {
      const [red, green, blue] = mix(top, bottom, y / this.#height);
      const row = this.#rows.subarray(y * rowLength + 1, (y + 1) * rowLength);
      for (let at = 0; at < row.length; at += 3) {
        row[at] = red;
        row[at + 1] = green;
        row[at + 2] = blue;
      }
    }
  }

  ellipse({ center: [x0, y0], radii: [across, along], turn = 0 }: Ellipse, color: Color): void {
    const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
    const reach = Math.max(across, along);
    this.#paint([x0 - reach, y0 - reach], [x0 + reach, y0 + reach], color, (x, y) => {
      const [dx, dy] = [x - x0, y - y0];
      const [u, v] = [(dx * cos + dy * sin) / across, (dy * cos - dx * sin) / along];
      const distance = Math.sqrt(u * u + v * v);
      return (1 - distance) * Math.min(across, along);
    });
  }

  triangle(corners: readonly [Point, Point, Point], color: Color): void {
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    const edges = corners.map(([x, y], index) => {
      const [toX, toY] = corners[(index + 1) % 3] ?? [x, y];
      const length = Math.hypot(toX - x, toY - y);
      return { x, y, across: (toX - x) / length, along: (toY - y) / length };
    });
    const [[ax, ay], [bx, by], [cx, cy]] = corners;
    const side = Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
    this.#paint([Math.min(...xs), Math.min(...ys)], [Math.max(...xs), Math.max(...ys)], color, (x, y) =>
      Math.min(...edges.map((edge) => side * (edge.across * (y - edge.y) - edge.along * (x - edge.x)))),
    );
  }

  toPng(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(pngOf(this.#width, this.#height, deflateSync(this.#rows, { level: 1 })));
  }

  /** Paints a shape. `depthAt` is the distance from the edge, positive inside. */
  #paint(from: Point, to: Point, color: Color, depthAt: (x: number, y: number) => number): void {
    const unit = this.#height / 100;
    const column = (x: number) => Math.min(this.#width, Math.max(0, Math.round(x * unit + this.#width / 2)));
    const row = (y: number) => Math.min(this.#height, Math.max(0, Math.round(y * unit + this.#height / 2)));
    for (let y = row(from[1] - 1); y < row(to[1] + 1); y++) {
      for (let x = column(from[0] - 1); x < column(to[0] + 1); x++) {
        const depth = depthAt((x + 0.5 - this.#width / 2) / unit, (y + 0.5 - this.#height / 2) / unit);
        const cover = Math.min(1, Math.max(0, depth * unit + 0.5));
        if (cover > 0) this.#blend(this.#place(x, y), color, cover);
      }
    }
  }

  #blend(place: number, [red, green, blue]: Color, cover: number): void {
    const rows = this.#rows;
    rows[place] = red * cover + (rows[place] ?? 0) * (1 - cover);
    rows[place + 1] = green * cover + (rows[place + 1] ?? 0) * (1 - cover);
    rows[place + 2] = blue * cover + (rows[place + 2] ?? 0) * (1 - cover);
  }

  #place(x: number, y: number): number {
    return y * (1 + 3 * this.#width) + 1 + 3 * x;
  }
}

/** A color between two, at 0 the first and at 1 the second. */
export function mix(one: Color, other: Color, share: number): Color {
  const between = (a: number, b: number) => a + (b - a) * share;
  return [between(one[0], other[0]), between(one[1], other[1]), between(one[2], other[2])];
}
