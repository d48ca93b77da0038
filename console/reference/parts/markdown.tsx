import type { ReactNode } from 'react';
import { Heading, type HeadingOrder, headingOrders } from './heading.tsx';

// The Markdown that the document is written in: headings, paragraphs, flat lists, fenced code, and in lines code, links,
// strong and emphasised words. Everything else, HTML too, is text; a test fails when the document uses more.

const marker = /(?:[-*]|\d+[.)])\s/;
// As in CommonMark, a numbered list interrupts a paragraph only with its 1: a line may begin with any number.
const block =
  /^```.*\n(?<code>[\s\S]*?)\n?^```|^(?<marks>#{1,6})\s+(?<title>.+?)\s*#*$|^(?<list>(?:[-*]|\d+[.)])\s.*(?:\n(?:(?:[-*]|\d+[.)])\s|[ \t]+\S).*)*)|^(?<paragraph>\S.*(?:\n(?!```|#{1,6}\s|[-*]\s|1[.)]\s)\S.*)*)/gm;
const inline =
  /(?<fence>`+)(?<code>.+?)\k<fence>|\[(?<label>[^\]]+)\]\((?<target>(?:https?:\/\/|#)[^)\s]+)\)|\*\*(?<strong>[^*]+)\*\*|\*(?<emphasis>[^*]+)\*|(?<url>https?:\/\/[^\s<>()]*[^\s<>().,;:!?'"])/gs;

type Groups = Readonly<Record<string, string | undefined>>;

interface MarkdownViewProps {
  text: string;
  /** The order of its highest headings, `##`. */
  order?: HeadingOrder;
  /** The anchor of a heading; without it, headings have no id. */
  anchor?: (slug: string) => string;
}

export function MarkdownView({ text, order = 5, anchor }: MarkdownViewProps) {
  return (
    <div className="markdown">
      {[...text.matchAll(block)].map(({ index, groups }) => {
        const { code, marks = '', title, list, paragraph = '' }: Groups = groups ?? {};
        if (title !== undefined) {
          return (
            <Heading
              key={index}
              order={headingOrders.find((one) => one >= order + marks.length - 2) ?? 6}
              anchor={anchor?.(toSlug(title))}
            >
              <MarkdownLine text={title} />
            </Heading>
          );
        }
        if (list !== undefined) return <List key={index} text={list} />;
        return code === undefined ? (
          <p key={index}>
            <MarkdownLine text={paragraph} />
          </p>
        ) : (
          <pre key={index}>
            <code>{code}</code>
          </pre>
        );
      })}
    </div>
  );
}

export function listHeadings(text: string): { slug: string; text: string }[] {
  return [...text.matchAll(block)].flatMap(({ groups }) => {
    const title = groups?.['title'];
    return title === undefined ? [] : [{ slug: toSlug(title), text: title }];
  });
}

function List({ text }: { text: string }) {
  const Tag = /^\d/.test(text) ? 'ol' : 'ul';
  const items = text.split(new RegExp(`\n(?=${marker.source})`)).map((item) => item.replace(marker, ''));
  return (
    <Tag>
      {items.map((item) => (
        <li key={item}>
          <MarkdownLine text={item.replaceAll(/\s*\n\s*/g, ' ').trim()} />
        </li>
      ))}
    </Tag>
  );
}

export function MarkdownLine({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  let last = 0;
  for (const { 0: found, index, groups = {} } of text.matchAll(inline)) {
    parts.push(text.slice(last, index), partOf(groups, index));
    last = index + found.length;
  }
  return [...parts, text.slice(last)];
}

function partOf(groups: Groups, key: number): ReactNode {
  const { code, strong, emphasis, url, label = url, target = url } = groups;
  if (code !== undefined) return <code key={key}>{code}</code>;
  if (strong !== undefined) return <strong key={key}>{strong}</strong>;
  if (emphasis !== undefined) return <em key={key}>{emphasis}</em>;
  return (
    <a key={key} href={target} rel="noreferrer">
      {label}
    </a>
  );
}

function toSlug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-');
}
