import type { ReactNode } from 'react';
import type { Actor } from '../../client/index.ts';
import { texts } from '../texts/page-texts.ts';
import { keyText, Name } from '../ui/inline.tsx';

/** A moment, after who has done something then, as far as that is known. */
export function By({ actor, children }: { actor: Actor | undefined; children: ReactNode }) {
  const who = actor && tellActor(actor);
  return who === undefined ? (
    children
  ) : (
    <>
      {who}, {children}
    </>
  );
}

function tellActor({ type, name }: Actor): ReactNode {
  const { by, bySomebody: person, byFormerKey: key, onPublicPage, automatic: system } = texts.ui;
  if (name !== undefined && type === 'key') return by(<Name>{keyText(name)}</Name>);
  if (name !== undefined) return by(<Person name={name} />);
  const unnamed: Readonly<Record<string, string>> = { person, key, public: onPublicPage, system };
  return unnamed[type];
}

/** A person's name after its first letters. */
export function Person({ name }: { name: string }) {
  const initials = name.split(/\s+/).map((word) => [...word][0] ?? '');
  return (
    <>
      <span
        className="initials"
        aria-hidden
        data-initials={`${initials[0]}${initials.length > 1 ? initials.at(-1) : ''}`}
      />
      <Name>{name}</Name>
    </>
  );
}
