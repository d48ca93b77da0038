import { Page } from '../shell/page.tsx';

export function OrdersPage() {
  return <Page title="Orders">{null}</Page>;
}
