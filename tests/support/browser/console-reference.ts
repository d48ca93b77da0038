import type { Locator, Page } from 'playwright-core';
import committed from '../../../openapi.json' with { type: 'json' };
import { expandReferences } from '../breaking-changes/document.ts';
import { until } from '../until.ts';
import type { View } from './browser.ts';

/** An operation as the document describes it. */
export interface DocumentedOperation {
  operationId: string;
  method: string;
  path: string;
  summary: string;
  deprecated?: boolean;
  'x-stability': string;
  'x-scope'?: string;
  'x-sunset'?: string;
  parameters: { name: string }[];
  responses: Record<string, { content?: Record<string, { examples?: Record<string, unknown> }> }>;
}

type PathItem = Record<string, Omit<DocumentedOperation, 'method' | 'path'>>;

/** All operations of the document. */
export const documentedOperations: readonly DocumentedOperation[] = Object.entries(
  expandReferences(committed)['paths'] as Record<string, PathItem>,
).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
);

/** Opens the reference, and waits until it is rendered. */
export async function openReference(page: Page, hash = ''): Promise<void> {
  await page.goto(`/docs${hash}`);
  await page.getByRole('link', { name: 'Download the OpenAPI document' }).waitFor();
}

/** Waits until a heading is scrolled to the top of the page, below the header. */
export async function untilInSight(page: Page, id: string): Promise<void> {
  const topOf = () =>
    page.evaluate<number>(`document.getElementById(${JSON.stringify(id)}).getBoundingClientRect().top`);
  await until(`${id} in sight`, topOf, (top) => top >= 50 && top < 200);
}

/** Waits until the page is as wide as this screen. */
export async function untilFitsIn(page: Page, { name, width }: View): Promise<void> {
  const shownWidth = () => page.evaluate<number>('document.documentElement.scrollWidth');
  await until(`the reference to fit a ${name}`, shownWidth, (shown) => shown === width);
}

/** The section of the page for an operation. */
export function sectionOf(page: Page, operationId: string): Locator {
  // An XPath, because `:has` takes 30 ms on this page.
  return page.locator(`xpath=//h3[@id="${operationId}"]/ancestor::section[1]`);
}

/** Opens the form of an operation, and returns its panel. */
export async function openForm(page: Page, operationId: string): Promise<Locator> {
  const panel = sectionOf(page, operationId).locator('.panel');
  await panel.getByRole('button', { name: /^Try: / }).click();
  await panel.getByRole('button', { name: 'Send' }).waitFor();
  return panel;
}

/** Enters the key that requests are sent with. */
export async function enterKey(part: Locator | Page, key: string): Promise<void> {
  await part.getByLabel('API key', { exact: true }).first().fill(key);
  await part.getByRole('button', { name: 'Use this key' }).first().click();
  await part.getByText('Requests are sent with the key that you entered.').first().waitFor();
}

/** Sends the request of a form, waits for the response, and returns the status line that the page shows. */
export async function send(panel: Locator): Promise<string> {
  await panel.getByRole('button', { name: 'Send' }).click();
  const status = panel.locator('.exchange-status');
  await status.filter({ hasText: / in [\d.]+ m?s, / }).waitFor();
  return (await status.textContent()) ?? '';
}
