import { Canvas, type Color, mix, type Point } from './canvas.ts';

/** The kinds of animals that can be drawn. */
export type Kind = 'dog' | 'cat' | 'rabbit' | 'guinea pig' | 'bird';

interface Portrait {
  kind: Kind;
  fur: Color;
  /** The second color of the fur. */
  patch: Color;
  /** Varies the background, the ears and the look. */
  number: number;
}

const [width, height] = [480, 360];
const dark: Color = [38, 30, 28];
const white: Color = [255, 255, 255];
const pink: Color = [233, 160, 160];
const backgrounds: readonly (readonly [top: Color, bottom: Color])[] = [
  [
    [205, 228, 240],
    [166, 205, 170],
  ],
  [
    [250, 231, 200],
    [236, 196, 160],
  ],
  [
    [214, 222, 244],
    [180, 190, 226],
  ],
  [
    [222, 240, 222],
    [178, 214, 190],
  ],
  [
    [246, 220, 226],
    [226, 188, 200],
  ],
];
const collars: readonly Color[] = [
  [190, 60, 60],
  [50, 110, 180],
  [240, 180, 50],
  [70, 150, 100],
];
const irises: readonly Color[] = [
  [120, 170, 80],
  [205, 165, 60],
  [90, 150, 180],
];

/** Draws the head of an animal, as a PNG image of 480 by 360 pixels: the same one for the same values. */
export function drawAnimal({ kind, fur, patch, number }: Portrait): Uint8Array<ArrayBuffer> {
  const canvas = new Canvas(width, height);
  const [top, bottom] = backgrounds[number % backgrounds.length] ?? [white, white];
  canvas.fill(top, bottom);
  const face = new Face(canvas, fur, patch, number);
  face.body(kind !== 'bird');
  if (kind === 'dog') face.dog();
  else if (kind === 'cat') face.cat();
  else if (kind === 'rabbit') face.rabbit();
  else if (kind === 'guinea pig') face.guineaPig();
  else face.bird();
  return canvas.toPng();
}

class Face {
  readonly #canvas: Canvas;
  readonly #fur: Color;
  readonly #patch: Color;
  readonly #shade: Color;
  readonly #number: number;

  constructor(canvas: Canvas, fur: Color, patch: Color, number: number) {
    this.#canvas = canvas;
    this.#fur = fur;
    this.#patch = patch;
    this.#shade = mix(fur, dark, 0.22);
    this.#number = number;
  }

  body(hasCollar: boolean): void {
    this.#oval([0, 58], [30, 34], this.#shade);
    if (!hasCollar || this.#number % 3 === 0) return;
    this.#oval([0, 29], [21, 6], collars[this.#number % collars.length] ?? dark);
    this.#oval([0, 35.5], [3.2, 3.2], [235, 200, 90]);
  }

  dog(): void {
    const hang = this.#number % 2 === 0;
    this.#oval([0, 0], [27, 28], this.#fur);
    if (this.#number % 3 === 1) this.#oval([11, -7], [11, 13], this.#patch, 15);
    for (const side of [-1, 1]) {
      if (hang) this.#oval([27 * side, -4], [8, 21], this.#shade, -12 * side);
      else this.#oval([20 * side, -26], [8, 15], this.#shade, 28 * side);
    }
    this.#oval([0, 12], [15, 13], mix(this.#patch, white, 0.45));
    this.#eyes(10, -5, 4, [92, 62, 40]);
    this.#oval([0, 6], [5.5, 4], dark);
    this.#oval([0, 13], [0.7, 5], dark);
    if (this.#number % 2 === 1) this.#oval([0, 21], [4, 6], [226, 110, 120]);
    this.#oval([-4.5, 17.5], [5, 0.9], dark, 16);
    this.#oval([4.5, 17.5], [5, 0.9], dark, -16);
  }

  cat(): void {
    for (const side of [-1, 1]) {
      this.#canvas.triangle(
        [
          [8 * side, -22],
          [27 * side, -12],
          [24 * side, -40],
        ],
        this.#fur,
      );
      this.#canvas.triangle(
        [
          [13 * side, -22],
          [24 * side, -16],
          [22 * side, -33],
        ],
        pink,
      );
    }
    this.#oval([0, 0], [29, 25], this.#fur);
    // Stripes, or a patch around an eye.
    if (this.#number % 2 === 0) for (const x of [-7, 0, 7]) this.#oval([x, -17], [1.5, 6], this.#patch);
    else this.#oval([-13, -5], [10, 11], this.#patch, -10);
    this.#oval([-6, 11], [8, 7], mix(this.#fur, white, 0.7));
    this.#oval([6, 11], [8, 7], mix(this.#fur, white, 0.7));
    this.#eyes(12, -3, 5.5, irises[this.#number % irises.length] ?? dark, 1.6);
    this.#canvas.triangle(
      [
        [-3.2, 5],
        [3.2, 5],
        [0, 9],
      ],
      pink,
    );
    for (const side of [-1, 1]) {
      for (const turn of [-10, 0, 10])
        this.#oval([24 * side, 11 + turn * 0.35], [11, 0.45], [110, 100, 96], turn * side);
    }
  }

  rabbit(): void {
    const lops = this.#number % 3 === 0;
    for (const side of [-1, 1]) {
      const [center, turn]: [Point, number] = lops ? [[25 * side, 4], -10 * side] : [[10 * side, -31], 8 * side];
      this.#oval(center, [7, 20], this.#fur, turn);
      this.#oval(center, [3.5, 15], mix(pink, this.#fur, 0.3), turn);
    }
    this.#oval([0, 3], [22, 24], this.#fur);
    if (this.#number % 2 === 0) this.#oval([0, -8], [5, 15], this.#patch);
    this.#oval([-6.5, 14], [9, 8], mix(this.#fur, white, 0.6));
    this.#oval([6.5, 14], [9, 8], mix(this.#fur, white, 0.6));
    this.#eyes(13, -1, 4.2, [70, 40, 34]);
    this.#oval([0, 9], [3, 2.2], [214, 120, 130]);
    this.#oval([0, 21], [3, 4], white);
  }

  guineaPig(): void {
    for (const side of [-1, 1]) this.#oval([25 * side, -12], [9, 7], mix(pink, this.#shade, 0.5), 35 * side);
    this.#oval([0, 4], [30, 25], this.#fur);
    this.#oval([15, 2], [15, 21], this.#patch, 8);
    this.#oval([0, 4], [7, 24], white);
    this.#eyes(16, -3, 4.2, [44, 30, 28]);
    this.#oval([0, 12], [4.5, 3], [214, 140, 140]);
    this.#oval([0, 19], [0.7, 4], dark);
  }

  bird(): void {
    this.#oval([0, 24], [24, 34], this.#fur);
    for (const side of [-1, 1]) this.#oval([20 * side, 32], [9, 26], this.#patch, -8 * side);
    this.#oval([0, -8], [21, 20], mix(this.#fur, white, 0.12));
    if (this.#number % 2 === 0)
      for (const turn of [-25, 0, 25]) this.#oval([turn * 0.2, -30], [2.4, 9], this.#patch, turn);
    for (const side of [-1, 1]) this.#oval([12 * side, 0], [4, 3], mix(pink, this.#fur, 0.2));
    this.#eyes(9, -9, 3.6, [40, 34, 40]);
    this.#canvas.triangle(
      [
        [-4.5, -3],
        [4.5, -3],
        [0, 8],
      ],
      [240, 178, 66],
    );
  }

  #eyes(x: number, y: number, size: number, iris: Color, pupil = size * 0.55): void {
    for (const side of [-1, 1]) {
      this.#oval([x * side, y], [size * 1.15, size * 1.15], dark);
      this.#oval([x * side, y], [size, size], iris);
      this.#oval([x * side, y], [pupil, size * 0.75], dark);
      this.#oval([x * side + size * 0.3, y - size * 0.35], [size * 0.28, size * 0.28], white);
    }
  }

  #oval(center: Point, radii: Point, color: Color, turn = 0): void {
    this.#canvas.ellipse({ center, radii, turn }, color);
  }
}
