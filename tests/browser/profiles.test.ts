import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { laptop, phone } from '../support/browser/browser.ts';
import { describeConsole } from '../support/browser/describe-console.ts';
import { inOneTab } from '../support/browser/one-tab.ts';
import { press } from '../support/browser/press.ts';

const edit = (page: Page) => page.getByRole('button', { name: 'Edit the profile' });
const save = (page: Page) => page.getByRole('button', { name: 'Save the profile' });

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
      await page.getByText('125.00 EUR').waitFor();
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

  test('keeps what somebody else has written in other fields meanwhile, and a draft over a reload', async () => {
    const petId = await add();
    await onPage(`/animals/${petId}`, async (page) => {
      await edit(page).click();
      await page.getByLabel('Breed').fill('Beagle');
      await page.reload();
      await page.getByText('This is an unsaved draft.').waitFor();
      await service.client.profiles.put(petId, { color: 'black', reference: 'A-1' });
      // By the keyboard, because a pointer cannot press a button that has just appeared.
      await save(page).press('Enter');
      await page.getByText('Beagle').waitFor();
    });
    expect(await service.client.profiles.get(petId)).toEqual({ breed: 'Beagle', color: 'black', reference: 'A-1' });
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
