const light =
  '--back:#fff;--text:#1c1c1a;--faint:#5c5b57;--line:#dcdad4;--empty:#efede8;--accent:#0b6b5c;--on:#fff;color-scheme:light';
const dark =
  '--back:#20211f;--text:#f1f0ec;--faint:#b5b3ab;--line:#45463f;--empty:#2e2f2b;--accent:#7fd4c1;--on:#10211d;color-scheme:dark';

/** The page can set the properties that begin with `--petstore-`. Fonts are those of the page. */
const rules = `
:host{display:block;${light}}
@media (prefers-color-scheme:dark){:host{${dark}}}
:host([data-theme=light]){${light}}
:host([data-theme=dark]){${dark}}
*{box-sizing:border-box;margin:0}
[hidden]{display:none!important}
ul{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(14rem,100%),1fr));padding:0;list-style:none}
li,.note{overflow:hidden;position:relative;color:var(--text);background:var(--petstore-background,var(--back));
border:1px solid var(--line);border-radius:var(--petstore-radius,.75rem)}
li:focus-within,li:focus{outline:3px solid var(--petstore-accent,var(--accent));outline-offset:2px}
.photo{display:block;aspect-ratio:4/3;background:var(--empty)}
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
.quiet{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`;

let sheet: CSSStyleSheet | undefined;

/** One for all lists. As an object, which policies for inline styles allow. */
export function getStyleSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
  }
  return sheet;
}
