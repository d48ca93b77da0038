/** Backgrounds of the style sheet on which text in the accent color must be readable: the hardest ones of each scheme. */
const backgrounds = { light: '#f1ede6', dark: '#2b2926' } as const;
/** WCAG 2.2, 1.4.3. A little more, because colors are rounded. */
const minContrast = 4.6;
const steps = 100;

type Rgb = readonly [red: number, green: number, blue: number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/** The accent color of one scheme, and the color of text on it. */
export interface Accent {
  readonly accent: string;
  readonly onAccent: string;
}

/** The color, made darker or lighter as far as text in it needs that. */
export function accentFor(color: string, scheme: 'light' | 'dark'): Accent {
  const target = scheme === 'light' ? black : white;
  const background = parse(backgrounds[scheme]);
  const own = parse(color);
  let accent = own;
  for (let step = 0; step <= steps && contrast(accent, background) < minContrast; step++) {
    accent = mix(own, target, step / steps);
  }
  const onAccent = contrast(accent, white) >= contrast(accent, black) ? white : black;
  return { accent: print(accent), onAccent: print(onAccent) };
}

/** The contrast ratio of two colors, from 1 to 21 (WCAG 2.2). */
function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const at = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [at(0), at(1), at(2)];
}

function parse(color: string): Rgb {
  return Bun.color(color, '[rgb]') ?? black;
}

function print([red, green, blue]: Rgb): string {
  return Bun.color([red, green, blue], 'hex') ?? '';
}
