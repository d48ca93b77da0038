import { Fragment } from 'react';
import { type Inline, type MarkdownBlock, readInline, readMarkdown } from '../document/markdown.ts';
import { Heading, type HeadingOrder, headingOrders } from './heading.tsx';

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
      {readMarkdown(text).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have no other identity
        <BlockView key={index} block={block} order={order} anchor={anchor} />
      ))}
    </div>
  );
}

export function MarkdownLine({ text }: { text: string }) {
  return <InlineView content={readInline(text)} />;
}

interface BlockViewProps {
  block: MarkdownBlock;
  order: HeadingOrder;
  anchor: ((slug: string) => string) | undefined;
}

function BlockView({ block, order, anchor }: BlockViewProps) {
  switch (block.kind) {
    case 'heading': {
      return (
        <Heading order={deepen(order, block.level - 2)} anchor={anchor?.(block.slug)}>
          <MarkdownLine text={block.text} />
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p>
          <InlineView content={block.content} />
        </p>
      );
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of a list have no other identity
            <li key={index}>
              <InlineView content={item} />
            </li>
          ))}
        </List>
      );
    }
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      );
  }
}

/** The order of a heading so many levels below another. */
function deepen(order: HeadingOrder, levels: number): HeadingOrder {
  return headingOrders.find((one) => one >= order + levels) ?? 6;
}

function InlineView({ content }: { content: readonly Inline[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line have no other identity
  return content.map((part, index) => <Fragment key={index}>{renderPart(part)}</Fragment>);
}

function renderPart(part: Inline) {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return <code>{part.text}</code>;
    case 'strong':
      return <strong>{part.text}</strong>;
    case 'emphasis':
      return <em>{part.text}</em>;
    case 'link':
      return (
        <a href={part.href} rel="noreferrer">
          {part.text}
        </a>
      );
  }
}
