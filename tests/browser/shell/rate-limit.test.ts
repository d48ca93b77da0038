import { expect, test } from 'bun:test';
import { startApp } from '../../support/app.ts';
import { visit } from '../../support/browser/browser.ts';
import { goTo } from '../../support/browser/console-keys.ts';
import { serveApp, withSharedTab } from '../../support/browser/describe-console.ts';
import { expectSoon } from '../../support/expect-soon.ts';

const quota = 60;
const windowMs = 60_000;

test('the overview opens within 60 requests; beyond the rate limit a page continues, and signs in, automatically in the next window', async () => {
  const service = await startApp({ rateLimit: quota });
  await using site = serveApp(() => service.app);
  const key = await service.makeKey('admin');
  await service.post('/v1/pets', '{"name":"Frank","categoryId":3}');
  let beganAt = service.now;
  /** Uses up the requests of the key in this window, and sets the clock to two seconds before its end. */
  const useUp = async () => {
    const ask = async () =>
      (await service.fetch('/v1/keys/self', { headers: { Authorization: `Bearer ${key}` } })).status;
    for (let requests = 0; requests <= quota; requests++) if ((await ask()) === 429) break;
    expect(await ask()).toBe(429);
    service.now = beganAt + windowMs - 2_000;
  };
  const beginNextWindow = () => {
    beganAt += windowMs;
    service.now = beganAt;
  };
  await withSharedTab(site, async (page) => {
    const limited = page.getByRole('alert').filter({ hasText: 'Too many requests' });
    const frank = page.getByRole('link', { name: 'Frank' });
    await visit(page, '/', key);
    await page.getByRole('link', { name: '1 available' }).waitFor();
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await expectSoon(() => limited.count()).toBe(0);
    await useUp();
    await goTo(page, 'Animals');
    await limited.getByText('This page continues automatically').waitFor();
    await expectSoon(() => page.getByText('This did not work').count()).toBe(0);
    beginNextWindow();
    await frank.waitFor();
    await limited.waitFor({ state: 'detached' });

    await useUp();
    await page.reload();
    await limited.getByText('This page signs you in automatically').waitFor();
    beginNextWindow();
    await frank.waitFor();
  });
  await service.close();
});
