const colors = {
  back: ['#fff', '#20211f'],
  text: ['#1c1c1a', '#f1f0ec'],
  faint: ['#5c5b57', '#b5b3ab'],
  line: ['#dcdad4', '#45463f'],
  empty: ['#efede8', '#2e2f2b'],
  accent: ['#0b6b5c', '#7fd4c1'],
  on: ['#fff', '#10211d'],
} as const;
const print = (colorOf: (light: string, dark: string) => string) =>
  Object.entries(colors)
    .map(([name, [light, dark]]) => `--${name}:${colorOf(light, dark)}`)
    .join(';');

/**
 * The page can set the properties that begin with `--petstore-`. Fonts and color scheme are those of the page: a page that says
 * nothing of schemes is light for everybody. White or black, whichever can be read, is on an accent: a luminance of 0.18 has
 * the same contrast with both, and is a lightness of 49.44.
 */
const rules = `
:host{display:block;${print((light) => light)}}
:host([data-theme=light]){color-scheme:light}
:host([data-theme=dark]){color-scheme:dark;${print((_, dark) => dark)}}
@supports (color:light-dark(red,red)){:host{${print((light, dark) => `light-dark(${light},${dark})`)}}}
*{box-sizing:border-box;margin:0}
[hidden]{display:none!important}
ul{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(14rem,100%),1fr));padding:0;list-style:none}
li,.note{overflow:hidden;position:relative;color:var(--text);background:var(--petstore-background,var(--back));
border:1px solid var(--line);border-radius:var(--petstore-radius,.75rem)}
li:focus-within,li:focus{outline:3px solid var(--petstore-accent,var(--accent));outline-offset:2px}
.photo{display:block;aspect-ratio:4/3;background:var(--empty)}
.none{display:grid;place-items:center;color:var(--faint)}
img{display:block;width:100%;height:100%;object-fit:cover}
.body{padding:.75rem 1rem 1rem}
h2,h3,h4,h5,h6{font-size:1.15em;line-height:1.3;overflow-wrap:anywhere}
a{color:inherit;text-decoration-thickness:1px;text-underline-offset:.2em;outline:0}
a::after{content:"";position:absolute;inset:0}
.body p{margin-top:.25rem;color:var(--faint);overflow-wrap:anywhere}
.body .badge{display:inline-block;margin-top:.5rem;padding:.1rem .6rem;border:1px solid;border-radius:1rem;font-size:.9em}
.note{padding:1rem}
button{display:block;min-height:2.75rem;margin:1rem auto 0;padding:.5rem 1.25rem;font:inherit;font-weight:600;cursor:pointer;
color:var(--petstore-on-accent,var(--on));background:var(--petstore-accent,var(--accent));border:0;border-radius:var(--petstore-radius,.75rem)}
button:focus-visible{outline:3px solid var(--petstore-accent,var(--accent));outline-offset:2px}
button[aria-disabled=true]{cursor:progress}
@supports (color:lch(from red l 0 0)){
button{color:var(--petstore-on-accent,lch(from var(--petstore-accent,var(--accent)) calc((49.44 - l)*infinity) 0 0))}}
.quiet{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`;

/** One for all lists. As an object, which policies for inline styles allow. */
export const styleSheet = new CSSStyleSheet();
styleSheet.replaceSync(rules);
