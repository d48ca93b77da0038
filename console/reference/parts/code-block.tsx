import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { formatJson } from '../document/json.ts';

/** Longer texts are shown in one colour: each token is an element of the page. */
const maxColouredLength = 50_000;
const feedbackMs = 2_000;
const colors = {
  name: 'blue',
  string: 'green',
  number: 'orange',
  literal: 'purple',
  punctuation: 'mantine-color-text',
};

interface CodeBlockProps {
  /** What it is, for people who do not see it. */
  label: string;
  text: string;
  /** Lays JSON out anew and colours it; other text is shown as it is. */
  isJson?: boolean;
}

export function CodeBlock({ label, text, isJson = false }: CodeBlockProps) {
  const code = useRef<HTMLElement>(null);
  const tokens = isJson ? formatJson(text) : undefined;
  const isColoured = tokens !== undefined && text.length <= maxColouredLength;
  return (
    <fieldset className="code-block" aria-label={label}>
      <CopyButton
        label={label}
        copy={() => (code.current === null ? Promise.resolve(false) : copyText(code.current))}
      />
      <pre>
        <code ref={code}>
          {isColoured
            ? tokens.map((token, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a text have no other identity
                <span key={index} style={{ color: `var(--${colors[token.kind]})` }}>
                  {token.text}
                </span>
              ))
            : (tokens?.map((token) => token.text).join('') ?? text)}
        </code>
      </pre>
    </fieldset>
  );
}

function CopyButton({ label, copy }: { label: string; copy: () => Promise<boolean> }) {
  const [state, setState] = useState<'idle' | 'done' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), feedbackMs);
    return () => clearTimeout(timer);
  }, [state]);
  const words = { idle: 'Copy', done: 'Copied', failed: 'Selected' }[state];
  return (
    <Button
      className="copy"
      size="compact-xs"
      variant="default"
      aria-label={`${words}: ${label}`}
      onClick={async () => setState((await copy()) ? 'done' : 'failed')}
    >
      {words}
    </Button>
  );
}
