import { Page } from '../shell/page.tsx';

export function WebhooksPage() {
  return <Page title="Webhooks">{null}</Page>;
}
