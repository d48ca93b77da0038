import { test } from 'bun:test';
import { closeSharedTabs, phone } from '../support/browser/browser.ts';
import { openReference, untilFitsIn, untilInSight } from '../support/browser/console-reference.ts';
import { withSharedTab } from '../support/browser/describe-console.ts';
import { startSite } from '../support/process/server.ts';

/** `tests/long/browser/reference` shows a part of the operations, because all of them take seconds. */
test('the reference with all operations opens at one of them, and fits a phone', async () => {
  const server = await startSite();
  await withSharedTab(
    server,
    async (page) => {
      await openReference(page, '#retryDelivery');
      await untilInSight(page, 'retryDelivery');
      await untilFitsIn(page, phone);
    },
    phone,
  );
  await closeSharedTabs(server);
  await server.stop();
});
