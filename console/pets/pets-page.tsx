import { Page } from '../shell/page.tsx';

export function PetsPage() {
  return <Page title="Pets">{null}</Page>;
}
