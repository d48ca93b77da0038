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
  const { by, bySomebody, byFormerKey, onPublicPage, automatic } = texts.ui;
  switch (type) {
    case 'person':
      return name === undefined ? bySomebody : by(<Name>{name}</Name>);
    case 'key':
      return name === undefined ? byFormerKey : by(<Name>{keyText(name)}</Name>);
    case 'public':
      return onPublicPage;
    case 'system':
      return automatic;
    default:
      return undefined;
  }
}
