import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { phone, untilFocused } from '../../support/browser/browser.ts';
import { describeConsole, type TestConsole } from '../../support/browser/describe-console.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { press } from '../../support/browser/press.ts';
import { expectSoon } from '../../support/expect-soon.ts';
import { until } from '../../support/until.ts';

/** The way of a message: from the form on the public page to those who answer it. */
const entry = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const send = (page: Page) => page.getByRole('button', { name: 'Send' });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Places' });

let staffKey: string;

async function fill({ client }: TestConsole): Promise<void> {
  staffKey = (await client.keys.create({ name: 'desk', role: 'staff' })).secret;
}

describeConsole('inquiries', { fill, env: { PETSTORE_PUBLIC_PAGE: 'on' } }, (service) => {
  const { inTab } = service;
  const onPage = inOneTab(service);
  const addPet = async (name: string) => await service.client.pets.create({ name, categoryId: 1n });

  test('a visitor corrects and sends the form by keyboard, and staff sees it at once', async () => {
    const pet = await addPet('Bella');
    const use = async (desk: Page) => {
      await heading(desk, 'No inquiry is open').waitFor();
      await inTab(async (page) => {
        await page.goto(`/adopt/${pet.id}`);
        await page.getByRole('link', { name: 'Ask about this animal' }).press('Enter');
        await heading(page, 'Ask about Bella').waitFor();
        await field(page, 'Your name').focus();
        await page.keyboard.type('Ada <i>Moreno</i>');
        for (const text of ['ada', '', 'May we visit?\nOn Saturday.']) {
          await page.keyboard.press('Tab');
          await page.keyboard.type(text);
        }
        await send(page).click();
        // Sent at once, it is asked for again first; then its faults are told.
        await heading(page, 'Your message was not sent yet').waitFor();
        const issuedAt = Number((await page.locator('[name=token]').getAttribute('value'))?.split('.')[0]);
        await until('the form to be old enough', Date.now, (now) => now - issuedAt > 2_100);
        await send(page).click();
        await page.getByRole('link', { name: 'Enter an e-mail address such as ada@example.org.' }).waitFor();
        await expectAccessible(page, 'inquiry-form-refused');
        await expectSoon(() => field(page, 'Message').inputValue()).toBe('May we visit?\nOn Saturday.');
        await page.getByRole('link', { name: 'Enter an e-mail address such as ada@example.org.' }).press('Enter');
        await untilFocused(page, 'id="email"');
        await page.keyboard.press('End');
        await page.keyboard.type('@example.org');
        await page.keyboard.press('Enter');
        await page.waitForURL('**/inquiry/sent/*');
        await heading(page, 'Thank you for your message').waitFor();
        await expectAccessible(page, 'inquiry-sent');
        await page.reload();
        await heading(page, 'Thank you for your message').waitFor();
      }, phone);

      await entry(desk, 'Ada <i>Moreno</i>').getByText('May we visit?\nOn Saturday.').waitFor();
      await navigation(desk).getByText('1 open').waitFor();
      const reply = desk.getByRole('link', { name: 'ada@example.org' });
      await expectSoon(() => reply.getAttribute('href')).toBe('mailto:ada%40example.org?subject=Bella');
      await expectSoon(() => entry(desk, 'Ada').getByRole('link', { name: 'Bella' }).getAttribute('href')).toBe(
        `/animals/${pet.id}`,
      );
      await entry(desk, 'Ada').getByRole('link', { name: 'Bella' }).press('Enter');
      await desk.getByRole('link', { name: 'Page for visitors' }).press('Enter');
      await desk.waitForURL(`**/adopt/${pet.id}`);
      await desk.goBack();
    };
    await onPage('/inquiries', use, staffKey);
    expect(await service.client.inquiries.count()).toBe(1);
  });

  test('staff closes and erases inquiries', async () => {
    const { id: petId } = await addPet('Rex');
    const make = async (name: string) =>
      await service.client.inquiries.create({ petId, name, phone: '+1 (512) 555-0100', message: 'Hello' });
    const kept = await make('Kim');
    await make('Lou');
    const use = async (page: Page) => {
      await press(entry(page, 'Kim').getByRole('button', { name: 'Close the inquiry of Kim' }));
      await page.getByText('The inquiry of Kim is closed.').waitFor();
      await entry(page, 'Kim').waitFor({ state: 'detached' });
      await expectSoon(() => entry(page, 'Lou').getByRole('link', { name: '+1 (512)' }).getAttribute('href')).toBe(
        'tel:+15125550100',
      );
      await press(page.getByRole('button', { name: 'More that can be done with the inquiry of Lou' }));
      await page.getByRole('menuitem', { name: 'Erase' }).press('Enter');
      await untilFocused(page, 'Keep it');
      await expectAccessible(page, 'inquiry-erase');
      await press(page.getByRole('button', { name: 'Erase it' }));
      await page.getByText('The inquiry of Lou was erased.').waitFor();
      await entry(page, 'Lou').waitFor({ state: 'detached' });
      await page.getByLabel('Status', { exact: true }).selectOption('closed');
      await entry(page, 'Kim').waitFor();
      await expectSoon(() => page.getByRole('button', { name: 'Close the inquiry of Kim' }).count()).toBe(0);
    };
    await onPage('/inquiries', use, staffKey);
    expect((await service.client.inquiries.get(kept.id)).status).toBe('closed');
    expect(await service.client.inquiries.count({ petId })).toBe(1);
  });

  test('a key without the scope has no such page', async () => {
    const { secret } = await service.client.keys.create({ name: 'editor', role: 'editor' });
    const use = async (page: Page) => {
      await heading(page, 'You have no access to this page').waitFor();
      await expectSoon(() => navigation(page).getByText('Inquiries').count()).toBe(0);
    };
    await onPage('/inquiries', use, secret);
  });
});
