import { Page } from '../shell/page.tsx';

export function ImportPage() {
  return <Page title="Import">{null}</Page>;
}
