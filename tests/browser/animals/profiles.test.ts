import { expect, test } from 'bun:test';
import type { Page, Response } from 'playwright-core';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { laptop, phone } from '../../support/browser/browser.ts';
import { describeConsole } from '../../support/browser/describe-console.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { press } from '../../support/browser/press.ts';

const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

describeConsole('the profile of an animal', {}, (service) => {
  const onPage = inOneTab(service);
  const add = async () => (await service.client.pets.create({ name: 'Frank', categoryId: 3n })).id;

  test('is written on a phone, corrected and shown on a laptop', async () => {
    const petId = await add();
    await onPage(`/animals/${petId}`, async (page) => {
      await page.setViewportSize({ width: phone.width, height: phone.height });
      await page.getByText('Nothing is written about this animal yet.').waitFor();
      await edit(page).click();
      await page.getByLabel('Description').fill('Calm.\nLikes walks.');
      await page.getByLabel('Breed').fill('Beagle');
      expect(await page.getByLabel('Sex').locator('option').allTextContents()).toEqual(['not known', 'female', 'male']);
      await page.getByLabel('Sex').selectOption('male');
      await page.getByLabel('Date of birth').fill('May 2022');
      await page.getByLabel('Good with cats').selectOption('no');
      await page.getByLabel('Adoption fee').fill('125 EUR');
      await page.getByLabel('Further facts').fill('weight: 14 kg');
      await expectAccessible(page, 'animal-profile-form');
      await press(save(page));
      await page.getByText('This is not a date, such as 2026-03-31').waitFor();
      await page.setViewportSize({ width: laptop.width, height: laptop.height });
      await page.getByLabel('Date of birth').fill('2022-05');
      await press(save(page));
      await page.getByText('Likes walks.').waitFor();
      await page.getByText('€125').waitFor();
    });
    expect(await service.client.profiles.get(petId)).toEqual({
      description: 'Calm.\nLikes walks.',
      breed: 'Beagle',
      sex: 'male',
      birthDate: '2022-05-01',
      birthDatePrecision: 'month',
      goodWith: { cats: false },
      fee: { amountMinor: 12_500n, currency: 'EUR' },
      attributes: { weight: '14 kg' },
    });
  });

  test('asks about fields that two people have changed, and keeps what only one of them has', async () => {
    const petId = await add();
    const { profiles } = service.client;
    await profiles.put(petId, { location: 'Kennel 1', description: 'Calm.', color: 'black' });
    await onPage(`/animals/${petId}`, async (page) => {
      const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this animal' });
      const saved = async () => {
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      };
      const write = async (texts: Record<string, string>) => {
        await edit(page).click();
        for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text);
      };
      await write({ Location: 'Kennel 7', Description: 'Calm.\nLikes walks.', Breed: 'Beagle' });
      await profiles.update(petId, { location: 'Kennel 4', description: 'Shy.', coat: 'short' });
      await press(save(page));
      await dialog.waitFor();
      expect(await dialog.getByRole('row').allTextContents()).toEqual([
        'FieldAs it is nowWith your change',
        'DescriptionShy.Calm.\nLikes walks.',
        'LocationKennel 4Kennel 7',
      ]);
      await expectAccessible(page, 'profile-conflict');
      await press(dialog.getByRole('button', { name: 'Use mine' }));
      await saved();
      const both = { description: 'Calm.\nLikes walks.', breed: 'Beagle', color: 'black', coat: 'short' };
      expect(await profiles.get(petId)).toEqual({ ...both, location: 'Kennel 7' });

      // The profile is removed and written anew, after the page has seen what was saved.
      await page.getByRole('definition').filter({ hasText: 'Beagle' }).waitFor();
      await write({ Location: 'Kennel 9', Breed: 'Collie', Species: 'Dog' });
      await profiles.put(petId, { location: 'Kennel 8' });
      await press(save(page));
      await dialog.getByRole('row', { name: 'Breed nothing Collie' }).waitFor();
      await press(dialog.getByRole('button', { name: 'Keep theirs' }));
      await saved();
    });
    expect(await profiles.get(petId)).toEqual({ location: 'Kennel 8', species: 'Dog' });
  });

  test('notices a change between reading and writing, and merges what the other has changed', async () => {
    const petId = await add();
    await onPage(`/animals/${petId}`, async (page) => {
      const statuses: number[] = [];
      const note = (response: Response) => {
        if (response.request().method() === 'PATCH') statuses.push(response.status());
      };
      page.on('response', note);
      await edit(page).click();
      await page.getByLabel('Adoption fee').fill('125 EUR');
      const profile = `**/v1/pets/${petId}/profile`;
      await page.route(profile, async (route) => {
        const isFirst = route.request().method() === 'PATCH' && statuses.length === 0;
        if (isFirst) await service.client.profiles.update(petId, { color: 'black' });
        await route.continue();
      });
      await press(save(page));
      await page.getByText('€125').waitFor();
      await page.unroute(profile);
      page.off('response', note);
      expect(statuses).toEqual([412, 200]);
    });
    const fee = { amountMinor: 12_500n, currency: 'EUR' };
    expect(await service.client.profiles.get(petId)).toEqual({ color: 'black', fee });
  });

  test('says that nothing was sent while the browser is offline, and saves it when it is online', async () => {
    const petId = await add();
    await onPage(`/animals/${petId}`, async (page) => {
      const reserve = page.getByRole('button', { name: 'Reserve', exact: true });
      for (const button of [reserve, edit(page)]) await button.waitFor();
      await page.context().setOffline(true);
      await press(reserve);
      await page.getByText('You are offline, so nothing was sent.').waitFor();
      await edit(page).click();
      await page.getByLabel('Breed').fill('Beagle');
      await press(save(page));
      await page.getByRole('alert').filter({ hasText: 'Nothing was sent. Press “Save” again' }).waitFor();
      await page.context().setOffline(false);
      await press(save(page));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });
    expect(await service.client.profiles.get(petId)).toEqual({ breed: 'Beagle' });
  });

  test('says at the field that another animal has the reference', async () => {
    const petId = await add();
    await service.client.listings.create({ name: 'Rex', categoryId: 3n, profile: { reference: 'B-1' } });
    await onPage(`/animals/${petId}`, async (page) => {
      await edit(page).click();
      await page.getByLabel('Reference number').fill('B-1');
      await press(save(page));
      await page.getByRole('alert').filter({ hasText: 'already has the reference' }).waitFor();
    });
  });
});
